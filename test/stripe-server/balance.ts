/** The account's balance (https://docs.stripe.com/api/balance_transactions) and its payouts (https://docs.stripe.com/api/payouts). */
import { type BalanceTransaction, newId, type Payout, type State } from "./state.ts";
import { missing } from "./wire.ts";

const DAY = 86_400;

/** Stripe's list price for cards (https://stripe.com/pricing): 2.9 % and 30 cents. */
export function feeOf(amount: number): number {
  return Math.floor((amount * 29 + 500) / 1000) + 30;
}

/** For each dispute; given back when it is won. */
export const DISPUTE_FEE = 1500;

export function moveBalance(
  state: State,
  {
    type,
    amount,
    fee = 0,
    source = null,
    payout = null,
  }: { type: string; amount: number; fee?: number; source?: string | null; payout?: string | null },
): BalanceTransaction {
  const transaction: BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: state.now() + 2 * DAY,
    created: state.now(),
    currency: "usd",
    fee,
    net: amount - fee,
    payout,
    source,
    status: "pending",
    type,
  };
  state.transactions.set(transaction.id, transaction);
  return transaction;
}

/** https://docs.stripe.com/api/balance/balance_object: what is not available yet is pending. */
export function readBalance(state: State) {
  const sum = (isAvailable: boolean) =>
    [...state.transactions.values()]
      .filter((one) => one.available_on <= state.now() === isAvailable)
      .reduce((total, { net }) => total + net, 0);
  const of = (amount: number) => [{ amount, currency: "usd", source_types: { card: amount } }];
  return { object: "balance", available: of(sum(true)), livemode: false, pending: of(sum(false)) };
}

/**
 * Pays out what no payout has paid out yet.
 * @param made by hand of an amount: then nothing says of what; or not listed in full yet
 */
function payOut(state: State, { byHand, isListed = true }: { byHand?: number; isListed?: boolean } = {}): Payout {
  const held = byHand === undefined ? [...state.transactions.values()].filter(({ payout }) => payout === null) : [];
  const amount = byHand ?? held.reduce((sum, { net }) => sum + net, 0);
  const payout: Payout = {
    id: newId("po"),
    object: "payout",
    amount,
    arrival_date: state.now() + 2 * DAY,
    automatic: byHand === undefined,
    created: state.now(),
    currency: "usd",
    reconciliation_status: byHand !== undefined ? "not_applicable" : isListed ? "completed" : "in_progress",
    status: "in_transit",
  };
  state.payouts.set(payout.id, payout);
  for (const one of held) one.payout = payout.id;
  moveBalance(state, { type: "payout", amount: -amount, source: payout.id, payout: payout.id });
  return payout;
}

/** https://docs.stripe.com/payouts#payout-failures: the money is back in the balance. */
function returnPayout(state: State, id: string, status: "failed" | "canceled"): void {
  const payout = state.payouts.get(id);
  if (!payout) throw missing("payout", id);
  payout.status = status;
  const type = status === "failed" ? "payout_failure" : "payout_cancel";
  moveBalance(state, { type, amount: payout.amount, source: id });
}

/** What happens to the balance without us. */
export function balanceOf(state: State) {
  return {
    /** What Stripe does each day, or somebody by hand at its dashboard. */
    payOut: (made: Parameters<typeof payOut>[1] = {}) => payOut(state, made),
    /** A payout comes back from the bank, or is cancelled. */
    returnPayout: (id: string, status: "failed" | "canceled" = "failed") => returnPayout(state, id, status),
    /** A fee of the account, a top-up, or whatever else moves the balance without a payment. */
    moveBalance: (move: Parameters<typeof moveBalance>[1]) => moveBalance(state, move),
  };
}
