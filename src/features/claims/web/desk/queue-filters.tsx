/** The filters over the queue: search, course, hole and days. The address holds all of them. */
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { holes } from "#features/courses/contract.ts";
import { readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useWords } from "#platform/web/words.ts";
import type { QueueFilter } from "./queue-filter.ts";
import { queueWords } from "./queue-words.ts";
import { useAhead } from "#platform/web/ahead.ts";

/** The wait after the last key before the list is loaded. */
const TYPED_MS = 300;

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}

export function QueueFilters({ filter, onChange }: QueueFiltersProps) {
  const words = useWords(queueWords);
  const set = (change: Partial<QueueFilter>) => onChange({ ...filter, ...change });
  const [typed, type] = useAhead(filter.search, (search) => set({ search }), TYPED_MS);
  const others = [filter.course, filter.hole, filter.date].filter((value) => value !== undefined).length;
  const [isOpen, setOpen] = useState(others > 0);
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1">
          <TextField
            label={words.playerOrId}
            type="search"
            maxLength={100}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </div>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {others > 0 ? words.filtersOn(others) : words.filters}
          <ChevronDown aria-hidden className={cx("size-5 transition-transform", isOpen && "rotate-180")} />
        </Button>
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 gap-4 md:grid-cols-4 lg:grid-cols-2 2xl:grid-cols-4">
          <Narrowing filter={filter} set={set} />
        </div>
      )}
    </div>
  );
}

function Narrowing({ filter, set }: { filter: QueueFilter; set: (change: Partial<QueueFilter>) => void }) {
  const words = useWords(queueWords);
  const holeFacts = useHoleFacts();
  const courses = useQuery(queryFor(bayRoutes.listBayCourses)).data?.courses ?? [];
  const period = readDateFilter(filter.date) ?? undefined;
  /** Days whose end is before their beginning: the message says so, and they filter nothing until one is changed. */
  const [wrong, setWrong] = useState<{ from: string; to: string }>();
  const { from = "", to = "" } = wrong ?? period ?? {};
  const setDays = (first: string, last: string) => {
    const isWrong = first !== "" && last !== "" && last < first;
    setWrong(isWrong ? { from: first, to: last } : undefined);
    if (isWrong) return;
    const days = { from: first || last, to: last || first };
    set({ date: days.from === "" ? undefined : writeDateFilter(days) });
  };
  return (
    <>
      <SelectField
        label={words.course}
        value={filter.course ?? ""}
        onChange={({ currentTarget }) =>
          set({ course: currentTarget.value === "" ? undefined : Number(currentTarget.value) })
        }
      >
        <option value="">{words.everyCourse}</option>
        {courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.hole}
        value={filter.hole ?? ""}
        onChange={({ currentTarget }) => set({ hole: holes.find((hole) => hole === currentTarget.value) })}
      >
        <option value="">{words.everyHole}</option>
        {holes.map((hole) => (
          <option key={hole} value={hole}>
            {holeFacts[hole].name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.from}
        type="date"
        value={from}
        onChange={({ currentTarget }) => setDays(currentTarget.value, to)}
      />
      <TextField
        label={words.to}
        type="date"
        value={to}
        error={wrong && words.lastBeforeFirst}
        onChange={({ currentTarget }) => setDays(from, currentTarget.value)}
      />
    </>
  );
}
