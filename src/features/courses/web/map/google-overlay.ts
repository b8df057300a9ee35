/**
 * An element of ours at a place of Google's map (https://developers.google.com/maps/documentation/javascript/customoverlays).
 * Not AdvancedMarkerElement: it needs a map id of the operator's, and would be another marker than the embedded map's.
 */
/// <reference types="google.maps" />
import type { Anchor } from "./surface.ts";

interface Overlay {
  addTo(map: google.maps.Map): void;
  place(at: google.maps.LatLngLiteral): void;
  /** Sets which elements cover others. */
  raise(layer: Anchor["layer"]): void;
  remove(): void;
}

const levels: Record<Anchor["layer"], string> = { pin: "1", chosen: "2", info: "3" };

/** Needs Google's script. */
export function overlayOf(element: HTMLElement): Overlay {
  element.style.position = "absolute";
  let at: google.maps.LatLngLiteral | undefined;
  const overlay = new google.maps.OverlayView();
  overlay.onAdd = () => {
    // A tap on our element is no tap on the map.
    google.maps.OverlayView.preventMapHitsAndGesturesFrom(element);
    overlay.getPanes()?.floatPane.append(element);
  };
  overlay.draw = () => {
    const point = at && overlay.getProjection()?.fromLatLngToDivPixel(new google.maps.LatLng(at));
    if (!point) return;
    element.style.left = `${point.x}px`;
    element.style.top = `${point.y}px`;
  };
  overlay.onRemove = () => element.remove();
  return {
    addTo: (map) => overlay.setMap(map),
    place(next) {
      at = next;
      overlay.draw();
    },
    raise(layer) {
      element.style.zIndex = levels[layer];
    },
    remove: () => overlay.setMap(null),
  };
}
