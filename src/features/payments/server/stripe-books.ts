/** What Stripe itself says of our payments, for the audit: cents by attempt, from its own lists. */
import type { Stripe } from "stripe";
import { ask, type StripeAddress, stripeClient } from "./stripe-client.ts";
import { listDisputes, stateOf } from "./stripe-disputes.ts";
import { ATTEMPT } from "./stripe-intents.ts";

export interface StripeEntry {
  /** All in cents. */
  captured: number;
  refunded: number;
  /** What disputes have taken and not given back. */
  disputed: number;
  /** The newest movement, by Stripe's clock. */
  movedAt: Date;
}

/**
 * Every payment that Stripe has of ours, by attempt id. It reads all charges, refunds and disputes: minutes for a large
 * account.
 * @throws UnknownOutcome when Stripe does not answer
 */
export async function stripeBooks(
  secretKey: string,
  address?: StripeAddress,
): Promise<ReadonlyMap<string, StripeEntry>> {
  const stripe = stripeClient(secretKey, address);
  const books = new Map<string, StripeEntry>();
  const enter = (attemptId: string | undefined, created: number, change: Partial<StripeEntry>) => {
    if (attemptId === undefined) return;
    const movedAt = new Date(created * 1000);
    const before = books.get(attemptId) ?? { captured: 0, refunded: 0, disputed: 0, movedAt };
    books.set(attemptId, {
      captured: before.captured + (change.captured ?? 0),
      refunded: before.refunded + (change.refunded ?? 0),
      disputed: before.disputed + (change.disputed ?? 0),
      movedAt: before.movedAt > movedAt ? before.movedAt : movedAt,
    });
  };
  const page = { limit: 100, expand: ["data.payment_intent"] };
  await ask(
    stripe.charges.list(page).autoPagingEach((charge) => {
      if (charge.captured) enter(attemptOf(charge), charge.created, { captured: charge.amount_captured });
    }),
  );
  await ask(
    stripe.refunds.list(page).autoPagingEach((refund) => {
      if (refund.status !== "failed" && refund.status !== "canceled")
        enter(attemptOf(refund), refund.created, { refunded: refund.amount });
    }),
  );
  for (const dispute of await ask(listDisputes(stripe))) {
    const state = stateOf(dispute);
    if (state) enter(state.attemptId, dispute.created, { disputed: state.status === "won" ? 0 : state.amountCents });
  }
  return books;
}

function attemptOf({ payment_intent: intent }: Pick<Stripe.Charge, "payment_intent">): string | undefined {
  return intent === null || typeof intent === "string" ? undefined : intent.metadata[ATTEMPT];
}
