/** The reconciler: asks the gateway what became of attempts that nobody knows the outcome of. */
import { UNSTARTED_DAYS } from "../rules.ts";
import type { PaymentDeps } from "./deps.ts";
import { UnknownOutcome } from "./gateway.ts";
import { settleRefunds } from "./pay-back.ts";
import { refundUnstarted } from "./refund.ts";
import { lookAt, settleAttempt } from "./settle.ts";
import * as store from "./store.ts";

/** An attempt without a reply is left to its caller for this long: longer than the gateway's time-out. */
const CALLER_SECONDS = 30;
const DAY_MS = 86_400_000;

/** Settles lost attempts and pays what is owed back; run every 10 seconds. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - CALLER_SECONDS * 1000);
  for (const attempt of await store.unsettledAttempts(deps.db, deps.gateway.provider, before)) {
    await ask(deps, attempt).catch((error: unknown) => {
      // Away: asked again at the next run. Anything else is ours, and must not keep the others waiting.
      if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
    });
  }
  await settleRefunds(deps);
}

async function ask(deps: PaymentDeps, attempt: store.AttemptRow): Promise<void> {
  const waits = attempt.actionUntil !== null && attempt.actionUntil > deps.clock.now();
  if (waits) await lookAt(deps, attempt);
  else await settleAttempt(deps, attempt.id, await deps.gateway.settle(store.refOf(attempt)));
}

/** Refunds orders that were paid ahead and not started within 30 days. */
export async function refundForgotten(deps: PaymentDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - UNSTARTED_DAYS * DAY_MS);
  for (const orderId of await store.unstartedOrders(deps.db, before))
    await refundUnstarted(deps, orderId, `Not started within ${UNSTARTED_DAYS} days`);
}
