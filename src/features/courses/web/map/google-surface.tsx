/** Google's map. Markers and info window are ours, in overlays: so they look, read and tab the same on both maps. */
/// <reference types="google.maps" />
import {
  APILoadingStatus,
  APIProvider,
  Map,
  useApiLoadingStatus,
  useMap,
  useMapsLibrary,
} from "@vis.gl/react-google-maps";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLanguage } from "#platform/web/words.ts";
import { overlayOf } from "./google-overlay.ts";
import { keyOfPlaces, MARGINS, type Anchor, type Position, type Surface, type SurfaceProps } from "./surface.ts";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

/** After this time without a script the golfer gets the list. */
const PATIENCE_MS = 12_000;

const pointOf = ({ latitude, longitude }: Position): google.maps.LatLngLiteral => ({ lat: latitude, lng: longitude });

/** Google's map with the installation's key. */
export function googleSurface(apiKey: string): Surface {
  return { View: (props) => <GoogleView {...props} apiKey={apiKey} />, locates: true, ownOutlines: false };
}

function GoogleView({ apiKey, ...props }: SurfaceProps & { apiKey: string }) {
  const [language] = useLanguage();
  const { start, anchors, onFailure } = props;
  return (
    <APIProvider
      apiKey={apiKey}
      // The script is loaded once a page, so another language applies to the next page.
      language={language}
      authReferrerPolicy="origin"
      solutionChannel=""
    >
      <Watch onFailure={onFailure} />
      <Map
        className="absolute inset-0"
        defaultCenter={pointOf(start.center)}
        defaultZoom={start.zoom}
        gestureHandling="cooperative"
        clickableIcons={false}
        mapTypeControl={false}
        streetViewControl={false}
        fullscreenControl={false}
        disableDoubleClickZoom
      >
        <Steering {...props} />
        <Geocoding {...props} />
        {anchors.map((anchor) => (
          <Anchored key={anchor.id} anchor={anchor} />
        ))}
      </Map>
    </APIProvider>
  );
}

declare global {
  interface Window {
    /** Google calls this when it refuses the key; the library does not listen to it. */
    gm_authFailure?: () => void;
  }
}

/** A refused key stays refused for the page. */
let keyRefused = false;

/** Reports a failed script, a refused key (which Google reports later) and silence in the same way. */
function Watch({ onFailure }: Pick<SurfaceProps, "onFailure">) {
  const status = useApiLoadingStatus();
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const refused = () => fail(new Error("Google refused the key of the map"));
    if (keyRefused) refused();
    window.gm_authFailure = () => {
      keyRefused = true;
      refused();
    };
    return () => {
      window.gm_authFailure = () => {
        keyRefused = true;
      };
    };
  }, []);
  useEffect(() => {
    if (status === APILoadingStatus.LOADED) return undefined;
    if (status === APILoadingStatus.FAILED) {
      fail(new Error("Google's script did not load"));
      return undefined;
    }
    const timer = setTimeout(() => fail(new Error("Google's map did not come in time")), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [status]);
  return null;
}

function Steering({ fit, maxZoom, onReady }: SurfaceProps) {
  const map = useMap();
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    if (!map) return;
    ready({
      moveBy: (x, y) => map.panBy(x, y),
      show: (at) => {
        if (!map.getBounds()?.contains(pointOf(at))) map.panTo(pointOf(at));
      },
    });
  }, [map]);
  const places = keyOfPlaces(fit);
  const fitAll = useEffectEvent((shown: google.maps.Map) => {
    const bounds = new google.maps.LatLngBounds();
    for (const place of fit) bounds.extend(pointOf(place));
    // Google's fitting has no limit of its own.
    google.maps.event.addListenerOnce(shown, "bounds_changed", () => {
      if ((shown.getZoom() ?? 0) > maxZoom) shown.setZoom(maxZoom);
    });
    shown.fitBounds(bounds, MARGINS);
  });
  useEffect(() => {
    if (map && places !== "") fitAll(map);
  }, [map, places]);
  return null;
}

/** Looks up the courses that have only an address. The page keeps the result; Google forbids more. */
function Geocoding({ unplaced, onLocated }: SurfaceProps) {
  const library = useMapsLibrary("geocoding");
  const located = useEffectEvent(onLocated);
  const next = unplaced[0];
  useEffect(() => {
    if (!library || !next) return undefined;
    let current = true;
    // One at a time: the next course follows when this one has its answer.
    void locate(new library.Geocoder(), next.address).then((at) => current && located(next.id, at));
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [library, next?.id, next?.address]);
  return null;
}

const answers: Record<string, Promise<Position | undefined>> = {};

function locate(geocoder: google.maps.Geocoder, address: string): Promise<Position | undefined> {
  return (answers[address] ??= geocoder.geocode({ address }).then(
    ({ results }) => {
      const point = results[0]?.geometry.location;
      return point && { latitude: point.lat(), longitude: point.lng() };
    },
    (error: unknown) => {
      // oxlint-disable-next-line eslint/no-console -- for the operator: the golfer is told under the map
      console.warn(`No place was found for the address ${address}`, error);
      return undefined;
    },
  ));
}

function Anchored({ anchor }: { anchor: Anchor }): ReactNode {
  const map = useMap();
  return map && <Overlaid map={map} anchor={anchor} />;
}

function Overlaid({ map, anchor: { at, layer, content } }: { map: google.maps.Map; anchor: Anchor }): ReactNode {
  const [element] = useState(() => document.createElement("div"));
  const [overlay] = useState(() => overlayOf(element));
  const { latitude, longitude } = at;
  useEffect(() => {
    overlay.addTo(map);
    return () => overlay.remove();
  }, [overlay, map]);
  useEffect(() => overlay.place({ lat: latitude, lng: longitude }), [overlay, latitude, longitude]);
  useEffect(() => overlay.raise(layer), [overlay, layer]);
  return createPortal(content, element);
}
