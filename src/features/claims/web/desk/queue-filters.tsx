/** The filters over the queue: search, course, hole and days. The address holds all of them. */
import { useQuery } from "@tanstack/react-query";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { holes } from "#features/courses/contract.ts";
import { readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { queryFor } from "#platform/web/query.ts";
import { FilterBar } from "#platform/web/ui/filters/filter-bar.tsx";
import type { FilterValues } from "#platform/web/ui/filters/filter-fields.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { listWords } from "#platform/web/ui/list-words.ts";
import { useWords } from "#platform/web/words.ts";
import type { QueueFilter } from "./queue-filter.ts";
import { queueWords } from "./queue-words.ts";

interface QueueFiltersProps {
  filter: QueueFilter;
  /** Claims of the status: those that the list shows, and all; undefined until it is known. */
  counts: { shown: number; all: number } | undefined;
  onChange: (filter: QueueFilter, visit?: string) => void;
}

type Name = "search" | "course" | "hole" | "from" | "to";

export function QueueFilters({ filter, counts, onChange }: QueueFiltersProps) {
  const words = useWords(queueWords);
  const list = useWords(listWords);
  const holeFacts = useHoleFacts();
  const courses = useQuery(queryFor(bayRoutes.listBayCourses)).data?.courses ?? [];
  const period = readDateFilter(filter.date) ?? undefined;
  const values: FilterValues<Name> = {
    search: filter.search,
    course: filter.course?.toString(),
    hole: filter.hole,
    from: period?.from,
    to: period?.to,
  };
  return (
    <FilterBar<Name>
      fields={[
        { kind: "search", name: "search", label: words.playerOrId },
        {
          kind: "choice",
          name: "course",
          label: words.course,
          every: words.everyCourse,
          options: courses.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          kind: "choice",
          name: "hole",
          label: words.hole,
          every: words.everyHole,
          options: holes.map((hole) => ({ value: hole, label: holeFacts[hole].name })),
        },
        { kind: "days", from: "from", to: "to" },
      ]}
      values={values}
      onChange={(change, visit) => onChange({ ...filter, ...narrowingOf({ ...values, ...change }) }, visit)}
      found={counts && [foundText(counts, list), filter.days && words.operatorsDays].filter(Boolean).join(" · ")}
    />
  );
}

function foundText({ shown, all }: { shown: number; all: number }, words: typeof listWords.en): string {
  return shown === all ? words.inAll(all) : words.shownOf(shown, all);
}

/** One day alone is both the first and the last. */
function narrowingOf({ search = "", course = "", hole, from = "", to = "" }: FilterValues<Name>) {
  const days = { from: from || to, to: to || from };
  return {
    search,
    course: course === "" ? undefined : Number(course),
    hole: holes.find((known) => known === hole),
    date: days.from === "" ? undefined : writeDateFilter(days),
  };
}
