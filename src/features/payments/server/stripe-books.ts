/** Our payments as Stripe's own lists have them, for the audit: cents by attempt. */
import type { Stripe } from "stripe";
import { everyItem } from "./gateway.ts";
import { balanceCalls } from "./stripe-balance.ts";
import { callStripe, type StripeAddress, stripeClient } from "./stripe-client.ts";
import { listDisputes, stateOf } from "./stripe-disputes.ts";
import { ATTEMPT } from "./stripe-intents.ts";
import { KEY } from "./stripe-refunds.ts";

/** A charge, refund or dispute in Stripe's lists, in cents, by Stripe's clock. */
interface Listed {
  reference: string;
  /** Our attempt's id. If Stripe's object names none (it was made at Stripe's dashboard), the charge's id. */
  attempt: string;
  cents: number;
  at: Date;
}

export interface StripeEntry {
  /** All in cents. */
  captured: number;
  refunded: number;
  /** The cents that disputes have taken and not given back. */
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
): Promise<{
  books: ReadonlyMap<string, StripeEntry>;
  captures: readonly Listed[];
  /** Each with our key. */
  refunds: readonly (Listed & { key: string | undefined })[];
  disputes: readonly (Listed & { status: string })[];
  /** What moved the balance, payouts too, and by which payout it was paid out. */
  transactions: readonly (Omit<Listed, "attempt"> & { kind: string; fee: number; payout: string | null })[];
  payouts: readonly (Omit<Listed, "attempt"> & { back: boolean })[];
}> {
  const stripe = stripeClient(secretKey, address);
  const books = new Map<string, StripeEntry>();
  const captures: Listed[] = [];
  const refunds: (Listed & { key: string | undefined })[] = [];
  const disputes: (Listed & { status: string })[] = [];
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
  await callStripe(
    stripe.charges.list(page).autoPagingEach((charge) => {
      if (!charge.captured) return;
      const cents = charge.amount_captured;
      const attempt = attemptOf(charge);
      enter(attempt, charge.created, { captured: cents });
      captures.push({
        reference: charge.id,
        attempt: attempt ?? charge.id,
        cents,
        at: new Date(charge.created * 1000),
      });
    }),
  );
  await callStripe(
    stripe.refunds.list(page).autoPagingEach((refund) => {
      if (refund.status === "failed" || refund.status === "canceled") return;
      const attempt = attemptOf(refund);
      enter(attempt, refund.created, { refunded: refund.amount });
      refunds.push({
        reference: refund.id,
        attempt: attempt ?? chargeOf(refund),
        cents: refund.amount,
        at: new Date(refund.created * 1000),
        key: refund.metadata?.[KEY],
      });
    }),
  );
  for (const dispute of await callStripe(listDisputes(stripe))) {
    const state = stateOf(dispute);
    if (!state) continue;
    const { attemptId: attempt, reference, amountCents: cents, status } = state;
    enter(attempt, dispute.created, { disputed: status === "won" ? 0 : cents });
    disputes.push({ reference, attempt, cents, status, at: new Date(dispute.created * 1000) });
  }
  return { books, captures, refunds, disputes, ...(await listBalance(balanceCalls(stripe))) };
}

async function listBalance(calls: ReturnType<typeof balanceCalls>) {
  const began = new Date(0);
  const payouts = await everyItem((after) => calls.payoutsSince(began, after));
  const paidOut = new Map<string, string>();
  for (const { reference: payout, items } of payouts) {
    if (items !== "known") continue;
    for (const { reference } of await everyItem((after) => calls.transactionsIn(payout, after)))
      paidOut.set(reference, payout);
  }
  const transactions = await everyItem((after) => calls.transactionsSince(began, after));
  return {
    transactions: transactions.map(({ reference, kind, amountCents: cents, feeCents: fee, at }) => {
      const payout = kind === "payout" ? null : (paidOut.get(reference) ?? null);
      return { reference, kind, cents, fee, at, payout };
    }),
    payouts: payouts.map(({ reference, amountCents: cents, status, at }) => {
      return { reference, cents, at, back: status === "failed" || status === "cancelled" };
    }),
  };
}

function chargeOf({ charge }: Pick<Stripe.Refund, "charge">): string {
  return typeof charge === "string" ? charge : (charge?.id ?? "");
}

function attemptOf({ payment_intent: intent }: Pick<Stripe.Charge, "payment_intent">): string | undefined {
  return intent === null || typeof intent === "string" ? undefined : intent.metadata[ATTEMPT];
}
