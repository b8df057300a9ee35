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

/** The list of claims of a course in a period, decided or not; those of one hole, if it is given. */
export function claimsOf(period: Period, course: number, hole?: "left" | "middle" | "right"): Path {
  return deskPaths.prizeVerification({
    status: "all",
    course,
    hole,
    date: period === null ? undefined : writeDateFilter(period),
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
