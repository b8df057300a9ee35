/**
 * The course map: numbered markers, an info window, Directions. One component over two maps: Google's when the
 * installation has a key, otherwise the embedded one, which needs neither key nor network.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Course } from "../../contract.ts";
import { useWords } from "#platform/web/words.ts";
import { InfoWindow } from "./info-window.tsx";
import { mapWords } from "./map-words.ts";
import { Pin } from "./pin.tsx";
import type { Anchor, Camera, CourseMapProps, Position, Surface, SurfaceProps } from "./surface.ts";
import "./map.css";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

const START_ZOOM = 10;
const MAX_ZOOM = 12;

interface Props extends CourseMapProps {
  surface: Surface;
  /** The centre while no course has coordinates. */
  center: Position;
}

export function CourseMap({ courses, selectedId, onChoose, surface, center }: Props) {
  const words = useWords(mapWords);
  const box = useRef<HTMLElement>(null);
  const [camera, setCamera] = useState<Camera>();
  const [failure, setFailure] = useState<Error>();
  const [openId, setOpenId] = useState<number>();
  const { placed, unplaced, unknown, onLocated } = usePlaces(courses, surface.locates);

  const chosenAt = placed.find(({ course }) => course.id === selectedId)?.at;
  const chosenKey = chosenAt && `${chosenAt.latitude},${chosenAt.longitude}`;
  const shown = useRef(chosenKey);
  useEffect(() => {
    // A course that was chosen in the list comes into view; at first all courses are.
    if (camera && chosenAt && shown.current !== chosenKey) camera.show(chosenAt);
    shown.current = chosenKey;
  });
  if (failure) throw failure;

  const close = (courseId: number) => {
    setOpenId(undefined);
    box.current?.querySelector<HTMLElement>(`[data-pin="${courseId}"]`)?.focus();
  };
  const anchors = placed.flatMap(({ course, at }): Anchor[] => {
    const chosen = course.id === selectedId;
    const pin: Anchor = {
      id: `pin-${course.id}`,
      at,
      layer: chosen ? "chosen" : "pin",
      content: (
        <Pin
          course={course}
          chosen={chosen}
          onTap={() => {
            onChoose(course.id);
            setOpenId(course.id);
          }}
        />
      ),
    };
    if (course.id !== openId) return [pin];
    const info: Anchor = {
      id: `info-${course.id}`,
      at,
      layer: "info",
      content: <InfoWindow course={course} within={box} camera={camera} onClose={() => close(course.id)} />,
    };
    return [pin, info];
  });
  const common: SurfaceProps = {
    start: { center, zoom: START_ZOOM },
    anchors,
    fit: placed.map(({ at }) => at),
    maxZoom: MAX_ZOOM,
    unplaced,
    onLocated,
    onReady: setCamera,
    onFailure: setFailure,
  };
  return (
    <div className="flex flex-col gap-2">
      <section
        ref={box}
        aria-label={words.map}
        // The map's own layers stay below the sticky bars of the screen.
        className="course-map relative isolate h-125 overflow-hidden rounded-card shadow-card"
      >
        <surface.View {...common} />
      </section>
      <p className="text-ink-soft">
        <span className="hidden pointer-coarse:inline">{words.twoFingers} </span>
        {unknown.length > 0 && <>{words.notOnMap(unknown.map(({ name }) => name).join(", "))} </>}
        {words.sameInList} {surface.ownOutlines && words.outlines}
      </p>
    </div>
  );
}

interface Placed {
  course: Course;
  at: Position;
}

/** The places of the courses: their coordinates, or the place that the map found for their address. */
function usePlaces(courses: readonly Course[], canLocate: boolean) {
  // null: the address was not found.
  const [found, setFound] = useState<Readonly<Record<number, Position | null>>>({});
  return useMemo(() => {
    const placed: Placed[] = [];
    const unplaced: Course[] = [];
    const unknown: Course[] = [];
    for (const course of courses.toSorted((one, other) => one.id - other.id)) {
      const { latitude, longitude } = course;
      const at = latitude === null || longitude === null ? found[course.id] : { latitude, longitude };
      if (at) placed.push({ course, at });
      else if (at === undefined && canLocate) unplaced.push(course);
      else unknown.push(course);
    }
    const onLocated = (id: number, at: Position | undefined) => setFound((before) => ({ ...before, [id]: at ?? null }));
    return { placed, unplaced, unknown, onLocated };
  }, [courses, canLocate, found]);
}
