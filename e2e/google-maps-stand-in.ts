/**
 * The part of Google's script that our code calls, for a page that cannot load it: Mercator and overlays, no picture.
 * It shows that we call the documented names in a working order, not how Google's map behaves.
 */
import type { Page } from "@playwright/test";

export const GOOGLE_SCRIPT = "https://maps.googleapis.com/maps/api/js*";

/** Runs in the page instead of Google's script, as text: members with a `#` would need helpers that the page lacks. */
function standIn(): void {
  type Point = { lat: number; lng: number };
  type Listener = { target: object; name: string; run: () => void; once: boolean };
  const listeners: Listener[] = [];
  const fire = (target: object, name: string) => {
    for (const listener of [...listeners].filter((one) => one.target === target && one.name === name)) {
      if (listener.once) listeners.splice(listeners.indexOf(listener), 1);
      listener.run();
    }
  };
  const listen = (target: object, name: string, run: () => void, once = false) => {
    const listener = { target, name, run, once };
    listeners.push(listener);
    return { remove: () => void listeners.splice(listeners.indexOf(listener), 1) };
  };

  class LatLng {
    private at: Point;
    constructor(at: Point) {
      this.at = at;
    }
    lat = () => this.at.lat;
    lng = () => this.at.lng;
    toJSON = () => ({ ...this.at });
  }
  class LatLngBounds {
    points: Point[] = [];
    extend(at: Point) {
      this.points.push(at);
    }
    contains({ lat, lng }: Point) {
      const lats = this.points.map((one) => one.lat);
      const lngs = this.points.map((one) => one.lng);
      return (
        lat >= Math.min(...lats) && lat <= Math.max(...lats) && lng >= Math.min(...lngs) && lng <= Math.max(...lngs)
      );
    }
  }
  /** The world's pixels at zoom 0. */
  const project = ({ lat, lng }: Point) => ({
    x: ((lng + 180) / 360) * 256,
    y: (128 / Math.PI) * (Math.PI - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))),
  });
  const unproject = ({ x, y }: { x: number; y: number }): Point => ({
    lat: (360 / Math.PI) * Math.atan(Math.exp(Math.PI - (y * Math.PI) / 128)) - 90,
    lng: (x / 256) * 360 - 180,
  });

  class StandInMap {
    div: HTMLElement;
    pane = document.createElement("div");
    overlays = new Set<OverlayView>();
    centre: { x: number; y: number };
    zoom: number;
    constructor(div: HTMLElement, options: { center: Point; zoom: number }) {
      this.div = div;
      this.pane.style.cssText = "position:absolute;inset:0";
      div.append(this.pane);
      this.centre = project(options.center);
      this.zoom = options.zoom;
      div.dataset["zoom"] = String(options.zoom);
      div.dataset["centre"] = `${options.center.lat} ${options.center.lng}`;
    }
    private changed() {
      for (const overlay of this.overlays) overlay.draw();
      setTimeout(() => fire(this, "bounds_changed"));
    }
    pixelOf(at: Point) {
      const point = project(at);
      const scale = 2 ** this.zoom;
      return {
        x: this.div.clientWidth / 2 + (point.x - this.centre.x) * scale,
        y: this.div.clientHeight / 2 + (point.y - this.centre.y) * scale,
      };
    }
    getDiv = () => this.div;
    setOptions() {}
    moveCamera() {}
    getZoom = () => this.zoom;
    getHeading = () => 0;
    getTilt = () => 0;
    getCenter = () => new LatLng(unproject(this.centre));
    setZoom(zoom: number) {
      this.zoom = zoom;
      this.div.dataset["zoom"] = String(zoom);
      this.changed();
    }
    getBounds() {
      const bounds = new LatLngBounds();
      const half = { x: this.div.clientWidth / 2 / 2 ** this.zoom, y: this.div.clientHeight / 2 / 2 ** this.zoom };
      bounds.extend(unproject({ x: this.centre.x - half.x, y: this.centre.y - half.y }));
      bounds.extend(unproject({ x: this.centre.x + half.x, y: this.centre.y + half.y }));
      return bounds;
    }
    panBy(x: number, y: number) {
      this.centre = { x: this.centre.x + x / 2 ** this.zoom, y: this.centre.y + y / 2 ** this.zoom };
      this.changed();
    }
    panTo(at: Point) {
      this.centre = project(at);
      this.changed();
    }
    fitBounds(bounds: LatLngBounds, margins: Record<"left" | "right" | "top" | "bottom", number>) {
      const points = bounds.points.map(project);
      const span = (axis: "x" | "y") => {
        const all = points.map((point) => point[axis]);
        return { middle: (Math.min(...all) + Math.max(...all)) / 2, size: Math.max(...all) - Math.min(...all) };
      };
      const [x, y] = [span("x"), span("y")];
      const width = this.div.clientWidth - margins.left - margins.right;
      const height = this.div.clientHeight - margins.top - margins.bottom;
      // Google's own limit for a single place is 22.
      this.zoom = Math.min(22, Math.floor(Math.log2(Math.min(width / x.size, height / y.size))));
      this.centre = { x: x.middle, y: y.middle };
      this.div.dataset["zoom"] = String(this.zoom);
      this.changed();
    }
  }
  class OverlayView {
    static preventMapHitsAndGesturesFrom() {}
    map: StandInMap | undefined;
    onAdd() {}
    draw() {}
    onRemove() {}
    getPanes = () => (this.map ? { floatPane: this.map.pane } : null);
    getProjection = () => this.map && { fromLatLngToDivPixel: (at: LatLng) => this.map?.pixelOf(at.toJSON()) };
    setMap(map: StandInMap | null) {
      this.map?.overlays.delete(this);
      if (map) {
        this.map = map;
        map.overlays.add(this);
        // Like Google: later, and draw after add.
        setTimeout(() => {
          if (this.map !== map) return;
          this.onAdd();
          this.draw();
        });
      } else {
        this.map = undefined;
        this.onRemove();
      }
    }
  }
  class Geocoder {
    async geocode({ address }: { address: string }) {
      if (address.includes("Nowhere")) throw new Error("ZERO_RESULTS");
      return { results: [{ geometry: { location: new LatLng({ lat: 28.54, lng: -81.38 }) } }] };
    }
  }
  const event = {
    addListener: listen,
    addListenerOnce: (target: object, name: string, run: () => void) => listen(target, name, run, true),
    clearInstanceListeners() {},
  };
  const settings = { Settings: { getInstance: () => ({}) } };
  const all = { Map: StandInMap, LatLng, LatLngBounds, OverlayView, Geocoder, event, ...settings };
  const page = window as unknown as { google: { maps: Record<string, unknown> & { __ib__(): void } } };
  Object.assign(page.google.maps, all, { importLibrary: async () => all });
  page.google.maps.__ib__();
}

/** Answers the page's request for Google's script with the stand-in. */
export async function standInForGoogle(page: Page): Promise<void> {
  await page.route(GOOGLE_SCRIPT, (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${String(standIn)})()` }),
  );
}
