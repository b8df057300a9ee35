/** The filters of the lists behind the figures of play, as the address keeps them. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { courseRoutes } from "#features/courses/contract.ts";
import { isDay } from "#platform/shared/days.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { queryFor } from "#platform/web/query.ts";
import type { Filters } from "#platform/web/ui/filters/filter-bar.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { useWords } from "#platform/web/words.ts";
import { playedWords } from "./played-words.ts";

type Name = "q" | "kind" | "courseId" | "from" | "to";

/** Only the filters that are set. A type and not an interface, so that it can be used as a query. */
export type PlayedAsked<Kind extends string> = {
  readonly q?: string;
  readonly kind?: Kind;
  readonly courseId?: string;
  /** The days are those of the course, by which its report counts. */
  readonly days?: "course";
  readonly from?: string;
  readonly to?: string;
  readonly sort?: "oldest";
};

type Given = Readonly<Record<string, string | undefined>>;

/** Leaves out what makes no sense. */
function readAsked<Kind extends string>(given: Given, kinds: readonly Kind[]): PlayedAsked<Kind> {
  const q = given["q"]?.trim().slice(0, 254);
  const kind = kinds.find((known) => known === given["kind"]);
  const { courseId = "", from, to } = given;
  const isOfCourse = /^\d{1,9}$/.test(courseId);
  return {
    ...(q ? { q } : {}),
    ...(kind ? { kind } : {}),
    ...(isOfCourse ? { courseId } : {}),
    ...(isOfCourse && given["days"] === "course" ? { days: "course" } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
    ...(given["sort"] === "oldest" ? { sort: "oldest" } : {}),
  };
}

/** @param names of the kinds, in the order of the choice */
export function usePlayed<Kind extends string>(
  names: Readonly<Record<Kind, string>>,
  kinds: readonly Kind[],
  pathOf: (query: Given) => Path,
) {
  const words = useWords(playedWords);
  const step = useStep();
  const given = Object.fromEntries(new URLSearchParams(useSearch()));
  const asked = readAsked(given, kinds);
  const courses = useQuery(queryFor(courseRoutes.listCourses)).data?.courses ?? [];
  const narrow = (change: Given, visit?: string) =>
    step(pathOf({ ...readAsked({ ...asked, ...change }, kinds), hide: given["hide"] }), visit);
  const known = courses.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = asked.courseId === undefined || known.some(({ value }) => value === asked.courseId);
  const filters: Filters<Name> = {
    fields: [
      { kind: "search", name: "q", label: words.search, maxLength: 254 },
      {
        kind: "choice",
        name: "kind",
        label: words.kind,
        every: words.every,
        options: kinds.map((value) => ({ value, label: names[value] })),
      },
      {
        kind: "choice",
        name: "courseId",
        label: words.course,
        every: words.every,
        options: isKnown
          ? known
          : [...known, { value: asked.courseId ?? "", label: words.courseNumber(asked.courseId ?? "") }],
      },
      { kind: "days", from: "from", to: "to" },
    ],
    values: asked,
    onChange: narrow,
  };
  return { asked, filters, order: asked.sort ?? "newest", onOrder: (sort: string) => narrow({ sort }) } as const;
}
