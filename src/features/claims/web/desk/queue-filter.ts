/** The filter of the queue, as its address holds it. Pure. */
import { type ClaimSort, claimSorts } from "#features/claims/contract.ts";
import { holes } from "#features/courses/contract.ts";
import { readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";

const statuses = ["all", "pending", "verified", "rejected"] as const;

export interface QueueFilter {
  status: (typeof statuses)[number];
  course: number | undefined;
  hole: (typeof holes)[number] | undefined;
  /** In the server's form; undefined is all time. */
  date: string | undefined;
  search: string;
  sort: ClaimSort;
}

/** Reads an address; unknown values are left out. */
export function readQueueFilter(search: string): QueueFilter {
  const given = new URLSearchParams(search);
  const course = Number(given.get("course"));
  const period = readDateFilter(given.get("date") ?? undefined);
  return {
    status: statuses.find((known) => known === given.get("status")) ?? "all",
    course: Number.isInteger(course) && course > 0 ? course : undefined,
    hole: holes.find((known) => known === given.get("hole")),
    date: period ? writeDateFilter(period) : undefined,
    search: given.get("search") ?? "",
    sort: claimSorts.find((known) => known === given.get("sort")) ?? "newest",
  };
}

/** The address of a filter, for links. */
export function pathOf({ status, course, hole, date, search, sort }: QueueFilter): Path {
  return deskPaths.prizeVerification({
    status: status === "all" ? undefined : status,
    course,
    hole,
    date,
    search: search || undefined,
    sort: sort === "newest" ? undefined : sort,
  });
}

/** The server's query of a filter. */
export function queryOf({ status, course, hole, date, search, sort }: QueueFilter) {
  return {
    ...(status === "all" ? {} : { status }),
    ...(course === undefined ? {} : { courseId: course }),
    ...(hole ? { hole } : {}),
    ...(date === undefined ? {} : { dateFilter: date }),
    ...(search.trim() === "" ? {} : { search: search.trim() }),
    sort,
  };
}
