/** The reconciler: asks the gateway about attempts without an outcome. */
import { notStartedWithin } from "#features/orders/reason-rules.ts";
import { UNSTARTED_DAYS } from "#features/orders/rules.ts";
import { waitAfter } from "../rules.ts";
import type { PaymentDeps } from "./deps.ts";
import { UnknownOutcome } from "./gateway.ts";
import { oneByOne } from "./one-by-one.ts";
import { settleRefunds } from "./pay-back.ts";
import { refundUnstarted } from "./refund.ts";
import { checkAttempt, settleAttempt } from "./settle.ts";
import * as store from "./store.ts";

/** For this long an attempt without a reply is left to its caller: longer than the gateway's time limit. */
const CALLER_SECONDS = 30;
/** Attempts asked about at the same time. After each batch those that were never asked about come first. */
const AT_ONCE = 5;
const DAY_MS = 86_400_000;

/** Settles lost attempts and pays what is owed back; run every 10 seconds. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const past: string[] = [];
  while (!deps.ending?.aborted) {
    const now = deps.clock.now();
    const initiatedBefore = new Date(now.getTime() - CALLER_SECONDS * 1000);
    const run = { initiatedBefore, now, past, limit: AT_ONCE };
    const some = await store.unsettledAttempts(deps.db, deps.gateway.provider, run);
    if (some.length === 0) break;
    past.push(...some.map(({ id }) => id));
    await Promise.all(some.map((attempt) => reconcileAttempt(deps, attempt)));
  }
  await settleRefunds(deps);
}

/** Asks the gateway about one attempt. Without a final outcome it is asked again later, with growing pauses. */
async function reconcileAttempt(deps: PaymentDeps, attempt: store.PaymentAttemptRow): Promise<void> {
  const now = deps.clock.now();
  const isWaiting = attempt.actionUntil !== null && attempt.actionUntil > now;
  try {
    if (isWaiting) await checkAttempt(deps, attempt);
    else await settleAttempt(deps, attempt.id, await deps.gateway.settle(store.refOf(attempt)));
    if (isWaiting) await store.askAgain(deps.db, attempt, 1, now);
  } catch (error) {
    const asked = attempt.asked + 1;
    await store.askAgain(deps.db, attempt, asked, new Date(now.getTime() + waitAfter(asked) * 1000));
    // Away: asked again later. Any other error is a fault of ours and must not delay the other attempts.
    if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
  }
}

/** Refunds orders that were paid ahead and not started within 30 days. */
export async function refundForgotten(deps: PaymentDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - UNSTARTED_DAYS * DAY_MS);
  const reason = notStartedWithin(UNSTARTED_DAYS);
  await oneByOne(deps, await store.unstartedOrders(deps.db, before), (id) => refundUnstarted(deps, id, reason));
}
