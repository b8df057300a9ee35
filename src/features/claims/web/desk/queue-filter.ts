/** The filter of the queue and the claim that is open beside it, as the address holds them. Pure. */
import { type ClaimSort, claimSorts } from "#features/claims/contract.ts";
import { holes } from "#features/courses/contract.ts";
import { readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";

export const statuses = ["pending", "verified", "rejected", "all"] as const;

export interface QueueFilter {
  status: (typeof statuses)[number];
  course: number | undefined;
  hole: (typeof holes)[number] | undefined;
  /** In the server's form; undefined is all time. */
  date: string | undefined;
  /** Whose days `date` names: those of each claim's course, or the operator's, by whom figures of all courses count. */
  days: "operator" | undefined;
  search: string;
  sort: ClaimSort;
}

/** Pending claims are listed oldest first, decided ones latest first. */
function usualSort(status: QueueFilter["status"]): ClaimSort {
  return status === "pending" ? "oldest" : "newest";
}

/** Reads an address; unknown values are left out. */
export function readQueueFilter(search: string): QueueFilter {
  const given = new URLSearchParams(search);
  const course = Number(given.get("course"));
  const period = readDateFilter(given.get("date") ?? undefined);
  const status = statuses.find((known) => known === given.get("status")) ?? "pending";
  return {
    status,
    course: Number.isInteger(course) && course > 0 ? course : undefined,
    hole: holes.find((known) => known === given.get("hole")),
    date: period ? writeDateFilter(period) : undefined,
    days: period && given.get("days") === "operator" ? "operator" : undefined,
    search: given.get("search") ?? "",
    sort: claimSorts.find((known) => known === given.get("sort")) ?? usualSort(status),
  };
}

/** The id of the open claim. */
export function readOpenClaim(search: string): string | undefined {
  return new URLSearchParams(search).get("claim") ?? undefined;
}

/** The address of a filter, and of a claim that is open beside it. */
export function pathOf({ status, course, hole, date, days, search, sort }: QueueFilter, claim?: string): Path {
  return deskPaths.prizeVerification({
    status: status === "pending" ? undefined : status,
    course,
    hole,
    date,
    days: date === undefined ? undefined : days,
    search: search || undefined,
    sort: sort === usualSort(status) ? undefined : sort,
    claim,
  });
}

/** The same filter with another status, in that status's usual order. */
export function withStatus(filter: QueueFilter, status: QueueFilter["status"]): QueueFilter {
  return { ...filter, status, sort: usualSort(status) };
}

/** Whether the filter leaves out claims of its status. */
export function isNarrowed({ course, hole, date, search }: QueueFilter): boolean {
  return course !== undefined || hole !== undefined || date !== undefined || search.trim() !== "";
}

/** The server's query of a filter. */
export function queryOf(filter: QueueFilter) {
  const { status, sort } = filter;
  return { ...(status === "all" ? {} : { status }), ...scopeOf(filter), sort };
}

/** The server's query without a status. */
export function scopeOf({ course, hole, date, days, search }: QueueFilter) {
  return {
    ...(course === undefined ? {} : { courseId: course }),
    ...(hole ? { hole } : {}),
    ...(date === undefined ? {} : { dateFilter: date, ...(days && { days }) }),
    ...(search.trim() === "" ? {} : { search: search.trim() }),
  };
}

interface Counts {
  pending: number;
  verified: number;
  rejected: number;
}

const sumOf = ({ pending, verified, rejected }: Counts) => pending + verified + rejected;

/**
 * Counts that grow when claims come: `shown` by those that the list would show, `others` by those that the filter
 * leaves out. A verdict moves a claim to another status, so only the sum tells of new claims.
 */
export function growingCounts(status: QueueFilter["status"], all: Counts, fitting: Counts) {
  if (status === "verified" || status === "rejected") return { shown: fitting[status], others: sumOf(all) };
  return { shown: sumOf(fitting), others: sumOf(all) - sumOf(fitting) };
}
