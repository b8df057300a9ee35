/** An order for the wire: what its golfer reads of it and of its refunds. */
import { toDollars } from "#platform/shared/money.ts";
import type { Order, PaidOtherwise, PaymentAction } from "../contract.ts";
import type { orders, refunds } from "./tables.ts";

type OrderRow = Pick<
  typeof orders.$inferSelect,
  | "id"
  | "number"
  | "courseId"
  | "packageId"
  | "packageName"
  | "packageNameEs"
  | "bayNumber"
  | "amountCents"
  | "status"
  | "createdAt"
  | "sessionId"
>;
type Payment = Pick<typeof refunds.$inferSelect, "paidBy" | "paidReference" | "paidOn">;
type Refund = Payment & Pick<typeof refunds.$inferSelect, "status" | "amountCents" | "reason" | "createdAt">;

/** What belongs to an order besides its row. */
export interface Around {
  courseName: string;
  /** Of the newest attempt that has failed. */
  failure: string | null;
  action: PaymentAction | null;
  held: Order["held"];
  /** The refunds, in the order of their arrival. */
  given: readonly Refund[];
}

/** An order as the wire shows it. */
export function toOrder(order: OrderRow, { courseName, failure, action, held, given }: Around): Order {
  return {
    id: order.id,
    number: order.number,
    courseId: order.courseId,
    courseName,
    packageId: order.packageId,
    packageName: order.packageName,
    packageNameEs: order.packageNameEs ?? undefined,
    bayNumber: order.bayNumber,
    amount: toDollars(order.amountCents),
    status: order.status,
    failure: order.status === "declined" || order.status === "expired" ? failure : givenBack(order),
    action,
    createdAt: order.createdAt.toISOString(),
    sessionId: order.sessionId,
    held,
    refunds: given
      // Dropped refunds do not count, because a dispute has taken the money back. Cancelled ones do not count either.
      .filter(({ status }) => status !== "dropped" && status !== "cancelled")
      .map((refund) => ({
        amount: toDollars(refund.amountCents),
        reason: refund.reason,
        createdAt: refund.createdAt.toISOString(),
        paidOtherwise: otherwiseOf(refund),
      })),
  };
}

/** An order that has just been fulfilled, as `readOrders` would show it: nothing holds it or was given back yet. */
export function justFulfilled(order: OrderRow, courseName: string): Order {
  return toOrder(order, { courseName, failure: null, action: null, held: null, given: [] });
}

/** How a refund was paid; null for one that was not paid otherwise. */
export function otherwiseOf({ paidBy: method, paidReference: reference, paidOn }: Payment): PaidOtherwise | null {
  return method === null || reference === null || paidOn === null ? null : { method, reference, paidOn };
}

/** The golfer's sentence about an order whose money went back. */
function givenBack({ status, sessionId }: Pick<OrderRow, "status" | "sessionId">): string | null {
  if (status === "reversed") return "Your bank took this payment back before your session was started.";
  if (status !== "refund_due" && status !== "refunded") return null;
  const money = status === "refunded" ? "Your money was returned." : "Your money is on its way back to you.";
  return sessionId === null ? `Your session was not started. ${money}` : money;
}
