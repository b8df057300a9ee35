/** The land, the states and the counties, drawn from outlines that come with the app (us-atlas: public data). */
import { divIcon, geoJSON, layerGroup, marker, type LatLngBounds, type Map as LeafletMap } from "leaflet";
import { feature, mesh } from "topojson-client";
import countiesUrl from "us-atlas/counties-10m.json?url";
import statesUrl from "us-atlas/states-10m.json?url";

type Topology = Parameters<typeof mesh>[0];
type Collection = Extract<NonNullable<Parameters<typeof mesh>[1]>, { type: "GeometryCollection" }>;
type Shape = Collection["geometries"][number];

/** The zoom from which counties are large enough for their names. */
const COUNTY_NAMES_FROM = 7.5;
const NAMES = "county-names";

/**
 * Draws the outlines around the present view: the states at once, their counties when they have come. Without outlines
 * the map is plain, and its markers stay right.
 * @returns how to stop
 */
export function drawOutlines(map: LeafletMap): () => void {
  const ending = new AbortController();
  void draw(map, ending.signal).catch((error: unknown) => {
    // oxlint-disable-next-line eslint/no-console -- only logged, as the spec says of the map
    if (!ending.signal.aborted) console.warn("The map's outlines did not load", error);
  });
  return () => ending.abort();
}

async function draw(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const states = await load(statesUrl, signal);
  const land = collectionOf(states, "nation");
  const borders = collectionOf(states, "states");
  geoJSON(feature(states, land), { style: { className: "course-land" }, interactive: false }).addTo(map);
  geoJSON(
    mesh(states, borders, (one, other) => one !== other),
    {
      style: { className: "course-state-line" },
      interactive: false,
    },
  ).addTo(map);

  const near = map.getBounds().pad(0.5);
  const shown = new Set(
    borders.geometries.filter((state) => boundsOf(states, state).intersects(near)).map(({ id }) => String(id)),
  );
  const counties = await load(countiesUrl, signal);
  const all = collectionOf(counties, "counties");
  // A county's number begins with its state's.
  const ours: Collection = { ...all, geometries: all.geometries.filter(({ id }) => shown.has(String(id).slice(0, 2))) };
  geoJSON(
    mesh(counties, ours, (one, other) => one !== other),
    {
      style: { className: "course-county-line" },
      interactive: false,
    },
  ).addTo(map);
  nameCounties(map, counties, ours);
}

function nameCounties(map: LeafletMap, topology: Topology, counties: Collection): void {
  // Over the land, under the markers.
  map.createPane(NAMES).style.zIndex = "450";
  const names = layerGroup(
    counties.geometries.map((county) =>
      marker(boundsOf(topology, county).getCenter(), {
        pane: NAMES,
        keyboard: false,
        interactive: false,
        icon: divIcon({ html: nameOf(county), className: "course-county-name", iconSize: [0, 0] }),
      }),
    ),
  );
  const show = () => (map.getZoom() >= COUNTY_NAMES_FROM ? names.addTo(map) : names.remove());
  map.on("zoomend", show);
  show();
}

/** The name as an element, not as HTML. */
function nameOf(county: Shape): HTMLElement {
  const element = document.createElement("span");
  const { name } = county.properties as { name?: string }; // What us-atlas gives each county.
  element.textContent = name ?? "";
  element.setAttribute("aria-hidden", "true");
  return element;
}

function boundsOf(topology: Topology, shape: Shape): LatLngBounds {
  return geoJSON(feature(topology, shape)).getBounds();
}

async function load(url: string, signal: AbortSignal): Promise<Topology> {
  const reply = await fetch(url, { signal });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return (await reply.json()) as Topology; // A file of ours.
}

function collectionOf(topology: Topology, name: string): Collection {
  const found = topology.objects[name];
  if (found?.type !== "GeometryCollection") throw new Error(`The outlines have no ${name}`);
  return found as Collection; // The library types its own properties in two ways.
}
