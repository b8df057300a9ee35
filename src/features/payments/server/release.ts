/** A full refund at the gateway holds its order's claims. An administrator may decide that they stand. */
import { refuse as refuseOrder } from "#features/orders/contract.ts";
import { findOrder, type OrderRow } from "#features/orders/server/store.ts";
import { lockGroup } from "#features/play/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { refuse } from "../contract.ts";
import type { PaymentDeps } from "./deps.ts";
import * as refundStore from "./refund-store.ts";
import { lockPaid } from "./refund.ts";

/**
 * Releases an order's claims, once. It moves no money. Whoever owns, bought or sent a claim may not release it.
 * @throws booking.order_not_found, payments.not_held, claims.own
 */
export async function releaseHold(
  deps: PaymentDeps,
  caller: Caller,
  orderId: string,
  { reason, key }: { reason: string; key: KeyInUse | undefined },
): Promise<OrderRow> {
  const found = await findOrder(deps.db, orderId);
  if (!found) throw refuseOrder("booking.order_not_found");
  if (key?.made) return found;
  return deps.db.transaction(async (tx) => {
    const { order } = await lockPaid(tx, found);
    const rows = order.sessionId === null ? [] : await lockGroup(tx, order.sessionId);
    const at = deps.clock.now();
    const released = await refundStore.releaseRefunds(tx, order.id, { by: caller.id, reason, at });
    if (released.length === 0) throw refuse("payments.not_held");
    await key?.keep(tx, order.id);
    await deps.claims.release(tx, rows, caller, reason);
    for (const row of rows) deps.announce(tx, row);
    const detail = { refundIds: released, reason };
    await note(tx, { actorId: caller.id, action: "order.claims_released", subject: order.id, detail, at });
    return order;
  });
}
