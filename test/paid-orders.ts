/** Paid orders of every kind, and sums of postings, for the tests of the ledger's rules. */
import fc from "fast-check";
import { type Posting, shares } from "#features/ledger/rules.ts";

export const sum = (postings: readonly Posting[]) => postings.reduce((total, { amount }) => total + amount, 0);
/** What postings put on an account: debits less credits, in cents. */
export const on = (postings: readonly Posting[], name: string) =>
  sum(postings.filter((posting) => posting.account === name));

export const cents = fc.nat(90_000_000);
export const price = fc.integer({ min: 1, max: 90_000_000 });
/** A tax (often none) and two shares in basis points, which leave a part of the price for revenue, or nothing. */
export const terms = fc
  .tuple(fc.nat(10_000), fc.nat(10_000), fc.oneof(fc.constant(0), fc.nat(99_999)))
  .map(([a, b, taxRateMilli]) => ({
    taxRateMilli,
    jackpotShareBp: Math.min(a, b),
    rangeShareBp: 10_000 - Math.max(a, b),
  }));
export const paidOrder = fc.tuple(price, terms).map(([amount, agreed]) => {
  const { tax, jackpot, range } = shares(amount, agreed);
  return { courseId: 7, amount, tax, jackpotShare: jackpot, rangeShare: range };
});
