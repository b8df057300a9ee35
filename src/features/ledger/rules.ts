/**
 * The ledger's transfers (rules, section 5): who is debited and credited, in cents, for each event. Pure; the store
 * writes what these say. A transfer is a list of postings whose amounts sum to zero: debits positive, credits negative.
 */
import { shareOf } from "#platform/shared/money.ts";

export interface Posting {
  account: string;
  /** Cents; positive is a debit. */
  amount: number;
}

/** The names of accounts. */
export const account = {
  cash: (courseId: number) => `cash:${courseId}`,
  pot: (courseId: number) => `pot:${courseId}`,
  revenue: (courseId: number) => `revenue:${courseId}`,
  rangeShare: (courseId: number) => `range_share:${courseId}`,
  reserved: (claimId: string) => `reserved:${claimId}`,
  prizePayable: (claimId: string) => `prize_payable:${claimId}`,
  refundsPayable: (paymentId: string) => `refunds_payable:${paymentId}`,
  houseFunding: "house_funding",
  disputeLoss: "dispute_loss",
} as const;

/** Moves an amount from one account (debited) to another (credited). */
export function move(amount: number, debit: string, credit: string): Posting[] {
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}

/** Sums the postings of each account and drops what cancels out. */
export function merged(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, number>();
  for (const { account: name, amount } of postings) sums.set(name, (sums.get(name) ?? 0) + amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([name, amount]) => ({ account: name, amount }));
}

/** The shares of a price, frozen on its order: floor(P x basis points / 10,000) each, the rest is revenue. */
export function shares(priceCents: number, terms: { jackpotShareBp: number; rangeShareBp: number }) {
  return { jackpot: shareOf(priceCents, terms.jackpotShareBp), range: shareOf(priceCents, terms.rangeShareBp) };
}

/** A captured payment: cash to pot, range share and revenue. */
export function captured(order: {
  courseId: number;
  amount: number;
  jackpotShare: number;
  rangeShare: number;
}): Posting[] {
  const { courseId } = order;
  return merged([
    { account: account.cash(courseId), amount: order.amount },
    { account: account.pot(courseId), amount: -order.jackpotShare },
    { account: account.rangeShare(courseId), amount: -order.rangeShare },
    { account: account.revenue(courseId), amount: -(order.amount - order.jackpotShare - order.rangeShare) },
  ]);
}

/**
 * The part of a refund that the pot gives back, in cents: its share of all that was refunded, less what it already
 * gave, never below the pot's base.
 */
export function refundFromPot(refund: {
  orderAmount: number;
  jackpotShare: number;
  refundedBefore: number;
  potPartBefore: number;
  amount: number;
  pot: number;
  base: number;
}): number {
  const due = Math.floor((refund.jackpotShare * (refund.refundedBefore + refund.amount)) / refund.orderAmount);
  return Math.max(0, Math.min(due - refund.potPartBefore, Math.max(0, refund.pot - refund.base)));
}

/** A refund falls due: the pot's part and the rest from revenue. */
export function refundDue(refund: { courseId: number; paymentId: string; amount: number; potPart: number }): Posting[] {
  return merged([
    { account: account.pot(refund.courseId), amount: refund.potPart },
    { account: account.revenue(refund.courseId), amount: refund.amount - refund.potPart },
    { account: account.refundsPayable(refund.paymentId), amount: -refund.amount },
  ]);
}

/** A rejected jackpot claim gives back what the house reseeded, and the rest to whom it would have been. */
export function released(claim: { claimId: string; amount: number; reseed: number; heir: string }): {
  postings: Posting[];
  toHeir: number;
} {
  const toHouse = Math.min(claim.amount, claim.reseed);
  const toHeir = claim.amount - toHouse;
  const postings = merged([
    { account: account.reserved(claim.claimId), amount: claim.amount },
    { account: account.houseFunding, amount: -toHouse },
    { account: claim.heir, amount: -toHeir },
  ]);
  return { postings, toHeir };
}
