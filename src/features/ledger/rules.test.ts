import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taxWithin } from "#platform/shared/money.ts";
import { cents, on, paidOrder, price, sum, terms } from "#test/paid-orders.ts";
import {
  account,
  captured,
  keptByGateway,
  merged,
  mirrored,
  moved,
  type Posting,
  refundDue,
  refundFromPot,
  refundFromShare,
  released,
  shares,
  started,
} from "./rules.ts";

describe("a paid order", () => {
  test("gives the tax its part, pot and range their floored parts of the net, all frozen, and revenue the rest", () => {
    fc.assert(
      fc.property(price, terms, (amount, agreed) => {
        const { tax, jackpot, range } = shares(amount, agreed);
        const net = amount - tax;
        expect(tax).toBe(taxWithin(amount, agreed.taxRateMilli));
        for (const [share, basisPoints] of [
          [jackpot, agreed.jackpotShareBp],
          [range, agreed.rangeShareBp],
        ] as const) {
          const exact = BigInt(net) * BigInt(basisPoints);
          expect(BigInt(share) * 10_000n <= exact && exact < BigInt(share + 1) * 10_000n).toBe(true);
        }
        expect(jackpot + range).toBeLessThanOrEqual(net);
        const postings = captured({ courseId: 7, amount, tax, jackpotShare: jackpot, rangeShare: range });
        const names = ["cash:7", "tax_payable:7", "pot:7", "range_share:7"];
        expect(names.map((name) => on(postings, name) + 0)).toEqual([amount, 0 - tax, 0 - jackpot, 0 - range]);
        expect(sum(postings)).toBe(0);
        expect(on(postings, "revenue:7")).toBeLessThanOrEqual(0);
      }),
    );
    const three = captured({ courseId: 7, amount: 500, tax: 0, jackpotShare: 100, rangeShare: 0 });
    expect(three.map(({ account: name, amount }) => `${name} ${amount}`)).toEqual([
      "cash:7 500",
      "pot:7 -100",
      "revenue:7 -400",
    ]);
  });

  test("that was paid ahead gives the same at its start, less the part of each share that was refunded before", () => {
    const order = { courseId: 7, amount: 500, tax: 0, jackpotShare: 100, rangeShare: 50 };
    const booked = (refunded: number) =>
      started(order, refunded).map(({ account: name, amount }) => `${name} ${amount}`);
    expect(booked(0)).toEqual(["deferred:7 500", "pot:7 -100", "range_share:7 -50", "revenue:7 -350"]);
    // Of 99 cents the pot's part is 19.8 and the range's 9.9: both are rounded down.
    expect(booked(99)).toEqual(["deferred:7 401", "pot:7 -81", "range_share:7 -41", "revenue:7 -279"]);
  });
});

describe("an order of $5.00 with 7 % tax, 20 % to the pot and 10 % to the range", () => {
  const { tax, jackpot, range } = shares(500, { taxRateMilli: 7000, jackpotShareBp: 2000, rangeShareBp: 1000 });
  const order = { courseId: 7, amount: 500, tax, jackpotShare: jackpot, rangeShare: range };
  const lines = (postings: readonly Posting[]) => postings.map(({ account: name, amount }) => `${name} ${amount}`);

  test("is 33 tax, 93 to the pot, 46 to the range and 328 revenue", () => {
    const rest = ["tax_payable:7 -33", "pot:7 -93", "range_share:7 -46", "revenue:7 -328"];
    expect(lines(captured(order))).toEqual(["cash:7 500", ...rest]);
    expect(lines(started(order, 0))).toEqual(["deferred:7 500", ...rest]);
  });

  test("ends at zero in each after refunds of 1.00, 2.33 and the rest", () => {
    const books = [...captured(order)];
    const before = { amount: 0, tax: 0, pot: 0, range: 0 };
    const given = [100, 233, 167].map((amount) => {
      const refund = { orderAmount: 500, refundedBefore: before.amount, amount };
      const taxPart = refundFromShare({ ...refund, share: tax, partBefore: before.tax });
      const rangePart = refundFromShare({ ...refund, share: range, partBefore: before.range });
      const rich = { pot: 9_000, base: 1_000 };
      const potPart = refundFromPot({ ...refund, ...rich, jackpotShare: jackpot, potPartBefore: before.pot });
      before.amount += amount;
      before.tax += taxPart;
      before.pot += potPart;
      before.range += rangePart;
      books.push(...refundDue({ courseId: 7, paymentId: "p", amount, taxPart, potPart, rangePart }));
      return [taxPart, potPart, rangePart];
    });
    // 33 x 100/500 is 6.6, 33 x 333/500 is 21.978: each is rounded down, and the last refund takes the rest.
    expect(given).toEqual([
      [6, 18, 9],
      [15, 43, 21],
      [12, 32, 16],
    ]);
    expect(lines(merged(books))).toEqual(["cash:7 500", "refunds_payable:p -500"]);
  });
});

describe("a transfer", () => {
  const names = fc.constantFrom(account.cash(1), account.pot(1), account.revenue(1), account.houseFunding);

  test("that moves an amount debits one account and credits the other", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const postings = moved(amount, "a", "b");
        expect([on(postings, "a"), on(postings, "b"), sum(postings)]).toEqual([amount, 0 - amount, 0]);
        expect(merged(moved(amount, "a", "a"))).toEqual([]);
      }),
    );
  });

  test("says the same when merged: each account once, none of them zero", () => {
    const postings = fc.array(fc.record({ account: names, amount: fc.integer({ min: -3, max: 3 }) }));
    fc.assert(
      fc.property(postings, (all) => {
        const once = merged(all);
        expect(new Set(once.map((posting) => posting.account)).size).toBe(once.length);
        expect(once.every(({ amount }) => amount !== 0)).toBe(true);
        for (const { account: name } of all) expect(on(once, name)).toBe(on(all, name));
      }),
    );
  });

  test("and its mirror leave every account as it was", () => {
    const posted = moved(7, "a", "b");
    expect(on(mirrored(posted), "b")).toBe(7);
    expect(merged([...posted, ...mirrored(posted)])).toEqual([]);
  });
});

describe("a transaction of the gateway", () => {
  const kept = { amount: 500, fee: 30 };

  test("of a payment of ours books its fee at the payment's course, the amount being booked already", () => {
    expect(keptByGateway(kept, { of: 3, isKnown: true, isFee: false })).toEqual(
      moved(30, account.fees(3), account.cash(3)),
    );
  });

  test("of no payment of ours books what came into the house's cash, to be sorted", () => {
    const whose = { of: undefined, isKnown: false, isFee: false };
    expect(keptByGateway(kept, whose)).toEqual(moved(470, account.houseCash, account.suspense));
    expect(keptByGateway(kept, { ...whose, isKnown: true })).toEqual(moved(30, account.houseFees, account.houseCash));
  });

  test("that is all a fee books it as one", () => {
    expect(keptByGateway({ amount: -200, fee: 0 }, { of: undefined, isKnown: false, isFee: true })).toEqual(
      moved(-200, account.houseCash, account.houseFees),
    );
    expect(keptByGateway({ amount: -200, fee: 0 }, { of: 3, isKnown: false, isFee: true })).toEqual(
      moved(-200, account.cash(3), account.fees(3)),
    );
  });
});

describe("a refund", () => {
  test("takes from tax and range the floored share of all that was refunded, less what they gave, and never gives more", () => {
    const refund = { orderAmount: 500, share: 50, refundedBefore: 100, amount: 99 };
    expect(refundFromShare({ ...refund, partBefore: 10 })).toBe(9);
    expect(refundFromShare({ ...refund, partBefore: 0 })).toBe(19);
    expect(refundFromShare({ ...refund, partBefore: 30 })).toBe(0);
  });

  /** An order, and partial refunds of it that are together at most its price. */
  const refunded = fc
    .tuple(paidOrder, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }))
    .map(([order, cuts]) => {
      const points = cuts.map((cut) => Math.round(cut * order.amount)).toSorted((a, b) => a - b);
      const amounts = points.map((point, index) => point - (points[index - 1] ?? 0)).filter((amount) => amount > 0);
      return { order, amounts };
    });
  type Order = { amount: number; jackpotShare: number };

  /** Refunds one amount after the other; `potBefore` says what the pot holds at each. */
  function refundAll(
    order: Order,
    amounts: readonly number[],
    base: number,
    potBefore: (pot: number, index: number) => number,
  ) {
    let [refundedBefore, potPartBefore, pot] = [0, 0, base];
    const parts = amounts.map((amount, index) => {
      pot = potBefore(pot, index);
      const part = refundFromPot({
        orderAmount: order.amount,
        jackpotShare: order.jackpotShare,
        refundedBefore,
        potPartBefore,
        amount,
        pot,
        base,
      });
      const step = { part, before: pot, after: pot - part };
      [refundedBefore, potPartBefore, pot] = [refundedBefore + amount, potPartBefore + part, step.after];
      return step;
    });
    return { parts, total: potPartBefore, refunded: refundedBefore };
  }

  test("takes its floored share from a rich pot, however it is split, and the whole share in the end", () => {
    fc.assert(
      fc.property(refunded, cents, ({ order, amounts }, base) => {
        const rich = () => base + order.amount;
        const split = refundAll(order, amounts, base, rich);
        expect(split.total).toBe(Number((BigInt(order.jackpotShare) * BigInt(split.refunded)) / BigInt(order.amount)));
        const rest = order.amount - split.refunded;
        const whole = refundAll(order, rest > 0 ? [...amounts, rest] : amounts, base, rich);
        expect(whole.total).toBe(order.jackpotShare);
        expect(refundAll(order, [order.amount], base, rich).total).toBe(order.jackpotShare);
      }),
      { numRuns: 500 },
    );
  });

  test("never takes the pot below its base, never adds to it, and never takes more than the order's share", () => {
    const swing = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(refunded, fc.nat(100_000), swing, ({ order, amounts }, base, swings) => {
        const result = refundAll(order, amounts, base, (pot, index) => Math.max(0, pot + (swings[index] ?? 0)));
        for (const { part, before, after } of result.parts) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(after).toBeGreaterThanOrEqual(Math.min(before, base));
        }
        expect(result.total).toBeLessThanOrEqual(order.jackpotShare);
      }),
      { numRuns: 500 },
    );
  });

  test("owes the golfer exactly its amount, from the tax, the pot, the range's share and revenue", () => {
    fc.assert(
      fc.property(price, cents, cents, cents, (amount, taxPart, potPart, rangePart) => {
        const postings = refundDue({ courseId: 7, paymentId: "p", amount, taxPart, potPart, rangePart });
        expect(on(postings, "tax_payable:7")).toBe(taxPart);
        expect(sum(postings)).toBe(0);
        expect(on(postings, "refunds_payable:p")).toBe(-amount);
        expect(on(postings, "pot:7")).toBe(potPart);
        expect(on(postings, "range_share:7")).toBe(rangePart);
        expect(on(postings, "revenue:7")).toBe(amount - taxPart - potPart - rangePart);
      }),
    );
  });
});

describe("a rejected jackpot claim", () => {
  const heir = fc.constantFrom(account.pot(7), account.reserved("later"));

  test("gives the house the reseed, or all of it when there is less, and its heir every other cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90_000_000 }), cents, heir, (amount, reseed, to) => {
        const { postings, toHeir } = released({ claimId: "c", amount, reseed, heir: to });
        const house = amount < reseed ? amount : reseed;
        expect(sum(postings)).toBe(0);
        expect(on(postings, "reserved:c")).toBe(amount);
        expect(on(postings, "house_funding") + house).toBe(0);
        expect(on(postings, to) + toHeir).toBe(0);
        expect(toHeir + house).toBe(amount);
        expect(toHeir).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("leaves the books as if it had never been: the pot grows on from where it was", () => {
    fc.assert(
      fc.property(fc.nat(500_000), fc.nat(500_000), (growth, base) => {
        const pot = base + growth;
        const claimed = [
          ...moved(pot, account.pot(7), account.reserved("c")),
          ...moved(base, account.houseFunding, account.pot(7)),
        ];
        const { postings } = released({ claimId: "c", amount: pot, reseed: base, heir: account.pot(7) });
        expect(merged([...claimed, ...postings])).toEqual([]);
      }),
    );
  });
});
