/** The map that needs no key and no network: Leaflet over outlines that come with the app. */
import "leaflet/dist/leaflet.css";
import {
  control,
  divIcon,
  DomEvent,
  latLngBounds,
  Map as LeafletMap,
  marker,
  type LatLngTuple,
  type LeafletMouseEvent,
} from "leaflet";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useWords } from "#platform/web/words.ts";
import { mapWords } from "./map-words.ts";
import { drawOutlines } from "./outlines.ts";
import {
  keyOfPlaces,
  MARGINS,
  prefersStill,
  type Anchor,
  type Position,
  type Surface,
  type SurfaceProps,
} from "./surface.ts";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

const layers: Record<Anchor["layer"], number> = { pin: 0, chosen: 10_000, info: 20_000 };
const padding = {
  paddingTopLeft: [MARGINS.left, MARGINS.top],
  paddingBottomRight: [MARGINS.right, MARGINS.bottom],
} satisfies Record<string, [number, number]>;

const pointOf = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude];

export const embeddedSurface: Surface = { View: EmbeddedView, locates: false, ownOutlines: true };

function EmbeddedView({ start, anchors, fit, maxZoom, onPick, onReady, onFailure }: SurfaceProps) {
  const words = useWords(mapWords);
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap>();

  useEffect(() => {
    if (!box.current) return;
    const still = prefersStill();
    const touch = window.matchMedia("(pointer: coarse)").matches;
    try {
      const made = new LeafletMap(box.current, {
        center: pointOf(start.center),
        zoom: start.zoom,
        minZoom: 3,
        maxZoom,
        zoomSnap: 0.25,
        zoomControl: false,
        attributionControl: false,
        // One finger and the wheel scroll the page; two fingers and the buttons move the map.
        dragging: !touch,
        scrollWheelZoom: false,
        fadeAnimation: !still,
        zoomAnimation: !still,
        markerZoomAnimation: !still,
        inertia: !still,
      });
      setMap(made);
      onReady({
        moveBy: (x, y) => made.panBy([x, y], { animate: !prefersStill() }),
        show: (at) =>
          made.panInside(pointOf(at), {
            ...padding,
            animate: !prefersStill(),
          }),
      });
      return () => {
        setMap(undefined);
        made.remove();
      };
    } catch (error) {
      onFailure(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
    // Made once: what comes later goes through the effects below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!map) return;
    const zoom = control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut, position: "topleft" });
    zoom.addTo(map);
    return () => void zoom.remove();
  }, [map, words]);

  const places = keyOfPlaces(fit);
  useEffect(() => {
    if (!map || fit.length === 0) return;
    map.fitBounds(latLngBounds(fit.map(pointOf)), { ...padding, maxZoom, animate: false });
    // By the places, not by the array: choosing a course must not move the map.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [map, places, maxZoom]);

  useEffect(() => (map ? drawOutlines(map) : undefined), [map]);

  useEffect(() => {
    if (!map || !onPick) return;
    const pick = ({ latlng }: LeafletMouseEvent) => {
      // A map that was dragged around the world has longitudes beyond 180 degrees.
      const { lat, lng } = latlng.wrap();
      onPick({ latitude: lat, longitude: lng });
    };
    map.on("click", pick);
    return () => void map.off("click", pick);
  }, [map, onPick]);

  return (
    <>
      <div ref={box} className="absolute inset-0" />
      {map && anchors.map((anchor) => <Anchored key={anchor.id} map={map} anchor={anchor} />)}
    </>
  );
}

function Anchored({ map, anchor: { at, layer, content } }: { map: LeafletMap; anchor: Anchor }): ReactNode {
  const [element] = useState(() => document.createElement("div"));
  const { latitude, longitude } = at;
  const [made] = useState(() =>
    marker([latitude, longitude], {
      icon: divIcon({ html: element, className: "", iconSize: [0, 0] }),
      // The marker contains a real button.
      keyboard: false,
      interactive: false,
    }),
  );
  useEffect(() => {
    made.addTo(map);
    DomEvent.disableClickPropagation(element);
    return () => void made.remove();
  }, [map, made, element]);
  useEffect(() => void made.setLatLng([latitude, longitude]), [made, latitude, longitude]);
  // The marker is not made again, because its button would lose the focus.
  useEffect(() => void made.setZIndexOffset(layers[layer]), [made, layer]);
  return createPortal(content, element);
}
