/**
 * Our balance at Stripe (https://docs.stripe.com/api/balance_transactions), and its payouts to the operator's bank
 * (https://docs.stripe.com/api/payouts). The account keeps one currency.
 */
import type { Stripe } from "stripe";
import type { BalanceTransaction, BankPayout, Gateway, ListPage } from "./gateway.ts";
import { callStripe } from "./stripe-client.ts";
import { ATTEMPT } from "./stripe-intents.ts";

/** Stripe's types by ours (https://docs.stripe.com/reports/balance-transaction-types). */
const kinds: Readonly<Record<string, BalanceTransaction["kind"]>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_failure",
  payout: "payout",
  payout_failure: "payout_failure",
  payout_cancel: "payout_failure",
  stripe_fee: "account_fee",
  stripe_fx_fee: "account_fee",
  tax_fee: "account_fee",
};

const statuses: Readonly<Record<string, BankPayout["status"]>> = {
  paid: "paid",
  failed: "failed",
  canceled: "cancelled",
};

type BalanceCalls = Pick<Gateway, "transactionsSince" | "transactionsIn" | "payoutsSince" | "balance">;

export function balanceCalls(stripe: Stripe): BalanceCalls {
  async function page(of: Stripe.BalanceTransactionListParams, after: string | undefined) {
    const from = after === undefined ? {} : { starting_after: after };
    const listed = stripe.balanceTransactions.list({ ...of, limit: 100, expand: ["data.source"], ...from });
    return pageOf(await callStripe(listed), transactionOf);
  }

  return {
    transactionsSince: (since, after) => page({ created: { gte: seconds(since) } }, after),
    transactionsIn: (payout, after) => page({ payout }, after),
    payoutsSince: async (since, after) => {
      const from = after === undefined ? {} : { starting_after: after };
      const listed = stripe.payouts.list({ created: { gte: seconds(since) }, limit: 100, ...from });
      return pageOf(await callStripe(listed), payoutOf);
    },
    balance: async () => {
      const { available, pending } = await callStripe(stripe.balance.retrieve());
      return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}

function pageOf<S extends { id: string }, T>(list: Stripe.ApiList<S>, of: (item: S) => T): ListPage<T> {
  return { items: list.data.map(of), next: list.has_more ? list.data.at(-1)?.id : undefined };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function transactionOf({ source, ...transaction }: Stripe.BalanceTransaction): BalanceTransaction {
  const of = source === null || typeof source === "string" ? undefined : source;
  return {
    reference: transaction.id,
    kind: kindOf(transaction, of),
    source: typeof source === "string" ? source : (of?.id ?? null),
    payment: paymentOf(of),
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    at: new Date(transaction.created * 1000),
    availableAt: new Date(transaction.available_on * 1000),
  };
}

type Source = Exclude<Stripe.BalanceTransaction["source"], string | null>;

/** An adjustment of a dispute takes its money, or gives it back. */
function kindOf(
  { type, amount }: Pick<Stripe.BalanceTransaction, "type" | "amount">,
  source: Source | undefined,
): BalanceTransaction["kind"] {
  if (type === "adjustment" && source?.object === "dispute") return amount < 0 ? "dispute" : "dispute_reversal";
  return kinds[type] ?? "other";
}

/** A charge has its PaymentIntent's metadata; refunds and disputes name the PaymentIntent. */
function paymentOf(source: Source | undefined): BalanceTransaction["payment"] {
  if (source?.object !== "charge" && source?.object !== "refund" && source?.object !== "dispute")
    return { attemptId: null, reference: null };
  const { metadata, payment_intent: intent } = source;
  return { attemptId: metadata?.[ATTEMPT] ?? null, reference: typeof intent === "string" ? intent : null };
}

function payoutOf(payout: Stripe.Payout): BankPayout {
  return {
    reference: payout.id,
    amountCents: payout.amount,
    status: statuses[payout.status] ?? "on_its_way",
    items: itemsOf(payout),
    at: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
  };
}

/** Stripe lists what its own payouts pay out, and for those that somebody made by hand nothing. */
function itemsOf({ reconciliation_status: status }: Stripe.Payout): BankPayout["items"] {
  if (status === "not_applicable") return "never";
  return status === "completed" ? "known" : "coming";
}
