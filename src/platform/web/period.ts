/** The period of figures, kept in the address (`?dateFilter=…`), so that a link shows the same. */
import { useLocation, useSearch } from "wouter";
import { type Period, readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { addDays, type Day } from "#platform/shared/days.ts";

export const lastSevenDays = (today: Day): Period => ({ from: addDays(today, -6), to: today });

/** An address's query with another period; all time needs no mention. */
export function withPeriod(search: string, period: Period): string {
  const query = new URLSearchParams(search);
  if (period === null) query.delete("dateFilter");
  else query.set("dateFilter", writeDateFilter(period));
  return query.size > 0 ? `?${query}` : "";
}

/** An unreadable filter means all time. */
export function periodIn(search: string): Period {
  return readDateFilter(new URLSearchParams(search).get("dateFilter") ?? undefined) ?? null;
}

export function usePeriod(): { period: Period; choose: (period: Period) => void } {
  const search = useSearch();
  const [location, navigate] = useLocation();
  return {
    period: periodIn(search),
    choose: (period) => navigate(`${location}${withPeriod(search, period)}`, { replace: true }),
  };
}
