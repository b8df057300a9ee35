/** The filters over the queue: status, course, hole, days, search and order. The address holds all of them. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { claimSorts } from "#features/claims/contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { holes } from "#features/courses/contract.ts";
import { readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { queryFor } from "#platform/web/query.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import type { QueueFilter } from "./queue-filter.ts";

const statusOptions = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "verified", label: "Verified" },
  { value: "rejected", label: "Rejected" },
] as const satisfies readonly { value: QueueFilter["status"]; label: string }[];

const sortWords = {
  newest: "Newest first",
  oldest: "Oldest first",
  largest: "Largest prize first",
  player: "By player",
} as const;

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}

export function QueueFilters({ filter, onChange }: QueueFiltersProps) {
  const courses = useQuery(queryFor(bayRoutes.listBayCourses)).data?.courses ?? [];
  const set = (change: Partial<QueueFilter>) => onChange({ ...filter, ...change });
  const period = readDateFilter(filter.date) ?? undefined;
  const setDays = (from: string, to: string) => {
    const [first, last] = [from || to, to || from].toSorted();
    set({ date: first && last ? writeDateFilter({ from: first, to: last }) : undefined });
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="w-full max-w-120">
        <Segmented
          legend="Show claims"
          options={statusOptions}
          value={filter.status}
          onChange={(status) => set({ status })}
        />
      </div>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-6">
        <Search value={filter.search} onChange={(search) => set({ search })} />
        <SelectField
          label="Course"
          value={filter.course ?? ""}
          onChange={({ currentTarget }) =>
            set({ course: currentTarget.value === "" ? undefined : Number(currentTarget.value) })
          }
        >
          <option value="">Every course</option>
          {courses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Hole"
          value={filter.hole ?? ""}
          onChange={({ currentTarget }) => set({ hole: holes.find((hole) => hole === currentTarget.value) })}
        >
          <option value="">Every hole</option>
          {holes.map((hole) => (
            <option key={hole} value={hole}>
              {holeFacts[hole].name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From"
          type="date"
          value={period?.from ?? ""}
          onChange={({ currentTarget }) => setDays(currentTarget.value, period?.to ?? "")}
        />
        <TextField
          label="To"
          type="date"
          value={period?.to ?? ""}
          onChange={({ currentTarget }) => setDays(period?.from ?? "", currentTarget.value)}
        />
        <SelectField
          label="Order"
          value={filter.sort}
          onChange={({ currentTarget }) =>
            set({ sort: claimSorts.find((sort) => sort === currentTarget.value) ?? "newest" })
          }
        >
          {claimSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

/** The wait after the last key before the list is loaded. */
const TYPED_MS = 300;

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [{ typed, applied }, setTyped] = useState({ typed: value, applied: value });
  // The address has changed, perhaps not by this field: its value replaces the typed text.
  if (applied !== value) setTyped({ typed: value, applied: value });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextField
      label="Player or ID"
      type="search"
      maxLength={100}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => setTyped({ typed: currentTarget.value, applied: value })}
    />
  );
}
