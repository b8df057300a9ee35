/** The interface between the course map and a map; the embedded one and Google's implement it. */
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

/** An element at a place of the map. It draws itself around the place: the map gives it no size. */
export interface Anchor {
  id: string;
  at: Position;
  /** Which elements cover others. */
  layer: "pin" | "chosen" | "info";
  content: ReactNode;
}

/** The commands of a loaded map. */
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
  /** The view while there is nothing to fit. */
  start: { center: Position; zoom: number };
  anchors: readonly Anchor[];
  /** These places are in view at first, and again when one is added; never closer than `maxZoom`. */
  fit: readonly Position[];
  maxZoom: number;
  /** Addresses for maps that can look them up. `onLocated` answers each, with undefined when it was not found. */
  unplaced: readonly Unplaced[];
  onLocated: (id: number, at: Position | undefined) => void;
  /** A tap on the land; not needed by maps that people only look at. */
  onPick?: (at: Position) => void;
  onReady: (camera: Camera) => void;
  /** Called when the map cannot be shown; the list is used instead. */
  onFailure: (error: Error) => void;
}

/** A map. */
export interface Surface {
  View: ComponentType<SurfaceProps>;
  /** Whether it can look up addresses. */
  locates: boolean;
  /** Whether its outlines are ours to credit. */
  ownOutlines: boolean;
}

/** Pixels between the courses and the map's edges, so that whole markers and the chosen one's name are visible. */
export const MARGINS = { left: 72, top: 76, right: 72, bottom: 72 } as const;

/** A key that changes exactly when the places do, for an effect to depend on. */
export function keyOfPlaces(places: readonly Position[]): string {
  return places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(" ");
}

/** Whether the person prefers reduced motion: maps then do not glide. */
export function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
