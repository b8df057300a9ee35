/** The reconciler: asks the gateway what became of attempts that nobody knows the outcome of. */
import { UNSTARTED_DAYS } from "../rules.ts";
import { type Gateway, UnknownOutcome } from "./gateway.ts";
import { type PaymentDeps, refundUnstarted, settleAttempt, settleRefunds } from "./settle.ts";
import * as store from "./store.ts";

/** An attempt without a reply is left to its caller for this long: longer than the gateway's time-out. */
const CALLER_SECONDS = 30;
const DAY_MS = 86_400_000;

/** Settles lost attempts; run every 10 seconds. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - CALLER_SECONDS * 1000);
  for (const { id } of await store.unsettledAttempts(deps.db, before)) await ask(deps, deps.gateway, id);
  await settleRefunds(deps);
}

async function ask(deps: PaymentDeps, gateway: Gateway, attemptId: string): Promise<void> {
  try {
    await settleAttempt(deps, attemptId, await gateway.settle(attemptId));
  } catch (error) {
    // Away: asked again at the next run. Anything else is ours, and must not keep the others waiting.
    if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
  }
}

/** Refunds orders that were paid ahead and not started within 30 days. */
export async function refundForgotten(deps: PaymentDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - UNSTARTED_DAYS * DAY_MS);
  for (const orderId of await store.unstartedOrders(deps.db, before))
    await refundUnstarted(deps, orderId, `Not started within ${UNSTARTED_DAYS} days`);
}
