/** What the course map asks of a map; the embedded one and Google's are the two that answer. */
import type { ComponentType, ReactNode } from "react";
import type { Course } from "../../contract.ts";

/** What a screen hands to the course map. */
export interface CourseMapProps {
  courses: readonly Course[];
  selectedId: number | undefined;
  onChoose: (courseId: number) => void;
}

/** In degrees, north and east positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** Something that stands on the map at a place. It draws itself around the place: the map gives it no size. */
export interface Anchor {
  id: string;
  at: Position;
  /** What covers what, and nothing more. */
  layer: "pin" | "chosen" | "info";
  content: ReactNode;
}

/** What a map that is there can be told to do. */
export interface Camera {
  /** Moves the view by pixels: right and down are positive. */
  moveBy(x: number, y: number): void;
  /** Brings a place into view, if it is not. */
  show(at: Position): void;
}

/** An address whose place is not known. */
export interface Unplaced {
  id: number;
  address: string;
}

export interface SurfaceProps {
  /** Where the map stands while there is nothing to fit. */
  start: { center: Position; zoom: number };
  anchors: readonly Anchor[];
  /** All of these are in view at first, and again when one comes in; never nearer than `maxZoom`. */
  fit: readonly Position[];
  maxZoom: number;
  /** To be looked up by maps that can; each is answered by `onLocated`, with undefined when nobody knows. */
  unplaced: readonly Unplaced[];
  onLocated: (id: number, at: Position | undefined) => void;
  /** A tap on the land itself; maps that are only looked at go without. */
  onPick?: (at: Position) => void;
  onReady: (camera: Camera) => void;
  /** The map cannot be shown: the list takes over. */
  onFailure: (error: Error) => void;
}

/** A map. */
export interface Surface {
  View: ComponentType<SurfaceProps>;
  /** Whether it finds addresses. */
  locates: boolean;
  /** Whether its outlines are ours to credit. */
  ownOutlines: boolean;
}

/** Between the courses and the map's edges, in pixels, so that whole markers and the chosen one's name are inside. */
export const MARGINS = { left: 56, top: 76, right: 56, bottom: 44 } as const;

/** Changes exactly when the places do: what an effect may depend on. */
export function keyOfPlaces(places: readonly Position[]): string {
  return places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(" ");
}

/** Maps do not glide under reduced motion. */
export function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
