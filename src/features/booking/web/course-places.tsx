/** The courses as a list, or as a map above the list; sorted by distance when asked for. */
import { useQuery } from "@tanstack/react-query";
import { LocateFixed } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";
import * as z from "zod/mini";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { nearestFirst } from "#features/courses/rules.ts";
import { queryFor } from "#platform/web/query.ts";
import { kept } from "#platform/web/storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import { courseViewWords } from "./course-view-words.ts";
import { useNearMe } from "./use-near-me.ts";

/** Kept on the device, so that reload, Back and a new tab keep it. */
const view = kept("local", "courseView", z.enum(["list", "map"]));

export interface CourseMapProps {
  courses: readonly Course[];
  selectedId: number | undefined;
  onChoose: (courseId: number) => void;
}

interface CoursePlacesProps extends CourseMapProps {
  /** The map of the courses room; `main` passes it in. */
  map: ComponentType<CourseMapProps>;
  /** The list, in the given order; `away` is the distance ("12 mi") of a course whose place is known. */
  children: (courses: readonly { course: Course; away: string | undefined }[]) => ReactNode;
}

export function CoursePlaces({ courses, selectedId, onChoose, map: CourseMap, children }: CoursePlacesProps) {
  const words = useWords(courseViewWords);
  const [language] = useLanguage();
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const [shown, setShown] = useState(() => view.read() ?? "list");
  const near = useNearMe();
  const miles = new Intl.NumberFormat(locales[language], { style: "unit", unit: "mile", maximumFractionDigits: 0 });
  const ordered = near.here
    ? nearestFirst(courses, near.here).map((place) => ({
        course: place.course,
        away: place.miles === undefined ? undefined : miles.format(place.miles),
      }))
    : courses.map((course) => ({ course, away: undefined }));
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        legend={words.view}
        options={[
          { value: "list", label: words.list },
          { value: "map", label: config.data?.maps.provider === "google" ? words.googleMaps : words.map },
        ]}
        value={shown}
        onChange={(value) => {
          view.write(value);
          setShown(value);
        }}
      />
      {shown === "map" && <CourseMap courses={courses} selectedId={selectedId} onChoose={onChoose} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          variant="secondary"
          size="small"
          aria-pressed={near.status === "on"}
          busy={near.status === "asking" && words.asking}
          onClick={near.toggle}
        >
          <LocateFixed aria-hidden className="size-5" />
          {words.nearMe}
        </Button>
        <p
          role="status"
          className={cx("min-w-0 text-ink-soft", near.status === "unavailable" ? "basis-full" : "flex-1")}
        >
          {near.status === "on" && words.nearest}
          {near.status === "unavailable" && words.noLocation}
        </p>
      </div>
      {children(ordered)}
    </div>
  );
}
