import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, on, paidOrder } from "#test/paid-orders.ts";
import {
  account,
  captured,
  merged,
  moved,
  type Posting,
  refundDue,
  refundFromPot,
  refundFromShare,
  type Sale,
  started,
} from "./rules.ts";

describe("an order's whole life", () => {
  /** An order, parts of it that are refunded, and before which of them it starts: 0 is at the capture, 9 never. */
  const life = fc
    .tuple(
      paidOrder,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 9 }),
      fc.boolean(),
    )
    .map(([order, cuts, startsBefore, whole]) => {
      const points = [...cuts.map((cut) => Math.round(cut * order.amount)), ...(whole ? [order.amount] : [])];
      const sorted = points.toSorted((a, b) => a - b);
      const amounts = sorted.map((point, index) => point - (sorted[index - 1] ?? 0)).filter((amount) => amount > 0);
      return { order, amounts, startsBefore };
    });

  /** Captures an order, starts it some time, and refunds one part after the other, each from where its money is. */
  function live(
    { order, amounts, startsBefore }: { order: Sale; amounts: readonly number[]; startsBefore: number },
    spare: number,
  ) {
    const books: Posting[] = [];
    const before = { amount: 0, tax: 0, pot: 0, range: 0 };
    let isStarted = startsBefore === 0;
    books.push(...(isStarted ? captured(order) : moved(order.amount, account.cash(7), account.deferred(7))));
    for (const [index, amount] of [...amounts, 0].entries()) {
      if (!isStarted && index === startsBefore) {
        books.push(...started(order, before.amount));
        isStarted = true;
      }
      if (amount === 0) continue;
      const refund = { orderAmount: order.amount, refundedBefore: before.amount, amount };
      // What stands in the pot above its base: what others paid, and what this order has put there.
      const above = isStarted ? spare + Math.max(0, -on(books, "pot:7")) : Infinity;
      const { jackpotShare } = order;
      const pot = refundFromPot({ ...refund, jackpotShare, potPartBefore: before.pot, pot: above, base: 0 });
      const tax = refundFromShare({ ...refund, share: order.tax, partBefore: before.tax });
      const range = refundFromShare({ ...refund, share: order.rangeShare, partBefore: before.range });
      books.push(
        ...(isStarted
          ? refundDue({ courseId: 7, paymentId: "p", amount, taxPart: tax, potPart: pot, rangePart: range })
          : moved(amount, account.deferred(7), account.refundsPayable("p"))),
        ...moved(amount, account.refundsPayable("p"), account.cash(7)),
      );
      before.amount += amount;
      before.tax += tax;
      before.pot += pot;
      before.range += range;
    }
    return { books: merged(books), refunded: before.amount, isStarted };
  }

  test("ends with the exact shares of what was kept, however it was refunded and whenever it started", () => {
    fc.assert(
      fc.property(life, cents, (given, spare) => {
        const { order } = given;
        const { books, refunded, isStarted } = live(given, spare);
        const left = (share: number) => share - Number((BigInt(share) * BigInt(refunded)) / BigInt(order.amount));
        const kinds = [order.tax, order.jackpotShare, order.rangeShare] as const;
        const [tax = 0, jackpot = 0, range = 0] = isStarted ? kinds.map(left) : [];
        const kept = order.amount - refunded;
        expect(on(books, "cash:7") + 0).toBe(kept);
        expect(on(books, "tax_payable:7") + tax).toBe(0);
        expect(on(books, "pot:7") + jackpot).toBe(0);
        expect(on(books, "range_share:7") + range).toBe(0);
        expect(on(books, "deferred:7") + (isStarted ? 0 : kept)).toBe(0);
        expect(on(books, "revenue:7") + (isStarted ? kept - tax - jackpot - range : 0)).toBe(0);
        if (refunded === order.amount) expect(books).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test("leaves tax and range nothing of a full refund, and revenue bears what a pot at its base could not give", () => {
    fc.assert(
      fc.property(paidOrder, fc.array(cents, { maxLength: 6 }), (order, raw) => {
        const amounts = raw.map((one) => one % order.amount);
        let [rest, taxBefore, potBefore, rangeBefore] = [order.amount, 0, 0, 0];
        const books = [...captured(order)];
        for (const [index, wished] of [...amounts, order.amount].entries()) {
          const amount = Math.min(wished, rest);
          if (amount === 0) continue;
          const given = { orderAmount: order.amount, refundedBefore: order.amount - rest, amount };
          // Every second time the pot has just been reseeded: it stands at its base and gives nothing.
          const pot = index % 2 === 0 ? 100 : 100 + order.amount;
          const potPart = refundFromPot({
            ...given,
            jackpotShare: order.jackpotShare,
            potPartBefore: potBefore,
            pot,
            base: 100,
          });
          const taxPart = refundFromShare({ ...given, share: order.tax, partBefore: taxBefore });
          const rangePart = refundFromShare({ ...given, share: order.rangeShare, partBefore: rangeBefore });
          books.push(...refundDue({ courseId: 7, paymentId: "p", amount, taxPart, potPart, rangePart }));
          rest -= amount;
          taxBefore += taxPart;
          potBefore += potPart;
          rangeBefore += rangePart;
        }
        expect(on(books, "tax_payable:7") + 0).toBe(0);
        expect(on(books, "range_share:7") + 0).toBe(0);
        expect(on(books, "revenue:7") + 0).toBe(order.jackpotShare - potBefore);
        expect(on(books, "pot:7") + 0).toBe(potBefore - order.jackpotShare);
      }),
    );
  });

  test("counts a dropped refund once: refunds beyond the price take back no more than the shares", () => {
    const order = { orderAmount: 500, refundedBefore: 400, amount: 300 };
    expect(refundFromPot({ ...order, jackpotShare: 100, potPartBefore: 80, pot: 9_000, base: 0 })).toBe(20);
    expect(refundFromShare({ ...order, share: 50, partBefore: 40 })).toBe(10);
  });
});
