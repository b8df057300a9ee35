/** Where the rows behind figures and events are listed. */
import type { Path } from "#platform/shared/addresses/address.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { deskPaths } from "./desk-paths.ts";

/** The query of the list of orders for a period, a course and a package. */
export function ordersOf(period: Period, course: number | undefined, packageId?: number) {
  return {
    ...period,
    ...(course === undefined ? {} : { courseId: String(course) }),
    ...(packageId === undefined ? {} : { packageId: String(packageId) }),
  };
}

/**
 * The query of the lists of sessions and players for a period, a course and a kind.
 * @param days `course` for the days of the course instead of the operator's
 */
export function playedOf(period: Period, course: number | undefined, kind?: string, days?: "course") {
  return { ...ordersOf(period, course), ...(days && { days }), ...(kind === undefined ? {} : { kind }) };
}

/** The orders of a package; the free shot (id -1) has none, and leads to its sessions. */
export function rowsOfPackage(period: Period, course: number | undefined, id: number, days?: "course"): Path {
  return id < 0
    ? deskPaths.adminSessions(playedOf(period, course, "free", days))
    : deskPaths.adminOrders(ordersOf(period, course, id));
}

/**
 * The list of claims of a course, or of all, in a period, decided or not.
 * @param more only those of a hole; the operator's days instead of the courses'
 */
export function claimsOf(
  period: Period,
  course: number | undefined,
  more: { hole?: "left" | "middle" | "right"; days?: "operator" } = {},
): Path {
  return deskPaths.prizeVerification({
    status: "all",
    course,
    hole: more.hole,
    ...(period !== null && { date: writeDateFilter(period), days: more.days }),
  });
}

interface Event {
  orderId?: string | undefined;
  claimId?: string | undefined;
  personId?: string | undefined;
}

/** The claim, the order or the person of an event. */
export function pathOfEvent({ orderId, claimId, personId }: Event): Path {
  if (claimId !== undefined) return deskPaths.prizeVerification({ status: "all", claim: claimId });
  if (orderId !== undefined) return deskPaths.adminOrder({ orderId });
  return personId === undefined ? deskPaths.people() : deskPaths.person({ id: personId });
}
