/** The addresses of the lists with the rows behind figures and events. */
import type { Path } from "#platform/shared/addresses/address.ts";
import type { Period } from "#platform/shared/date-filter.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import type { Activity } from "../activity-contract.ts";

/** The query of the list of orders for a period and a course. */
export function ordersOf(period: Period, course: number | undefined) {
  return { ...period, ...(course === undefined ? {} : { courseId: String(course) }) };
}

/** The claim, the order or the person of an event. */
export function pathOfEvent({ orderId, claimId, personId }: Pick<Activity, "orderId" | "claimId" | "personId">): Path {
  if (claimId !== undefined) return deskPaths.prizeVerification({ status: "all", claim: claimId });
  if (orderId !== undefined) return deskPaths.adminOrder({ orderId });
  return personId === undefined ? deskPaths.people() : deskPaths.person({ id: personId });
}
