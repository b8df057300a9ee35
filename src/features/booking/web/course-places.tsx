/** The courses as a list, or as a map above the list. */
import { useQuery } from "@tanstack/react-query";
import { LocateFixed } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";
import * as z from "zod/mini";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { kept } from "#platform/web/storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { useWords } from "#platform/web/words.ts";
import { courseViewWords } from "./course-view-words.ts";
import type { NearMe } from "./use-near-me.ts";

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
  near: NearMe;
  /** The list. */
  children: ReactNode;
}

export function CoursePlaces({ near, map: CourseMap, children, ...courses }: CoursePlacesProps) {
  const words = useWords(courseViewWords);
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const [shown, setShown] = useState(() => view.read() ?? "list");
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-min grow basis-[9rem]">
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
        </div>
        <Button
          variant="secondary"
          size="small"
          aria-pressed={near.status === "on"}
          busy={near.status === "asking" && words.asking}
          onClick={near.toggle}
          className="min-h-14 aria-pressed:border-accent aria-pressed:bg-tint"
        >
          <LocateFixed aria-hidden className="size-5" />
          {words.nearMe}
        </Button>
      </div>
      <p role="status" className={near.status === "unavailable" ? "text-ink-soft" : "sr-only"}>
        {near.status === "on" && words.nearest}
        {near.status === "unavailable" && words.noLocation}
      </p>
      {shown === "map" && <CourseMap {...courses} />}
      {children}
    </div>
  );
}
