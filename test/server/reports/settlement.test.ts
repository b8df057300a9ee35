/** Settlements: after a generated history every line is compared with sums that plain SQL takes from the entries. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { account, moved } from "#features/ledger/rules.ts";
import type { Transfer } from "#features/ledger/server/store.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import type { TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { expectedLines } from "#test/settlement-expected.ts";
import { ABROAD, HERE, linesOf, MONTHS, type SettledApp, settledApp } from "#test/settlement-history.ts";

let settled: SettledApp;
let app: TestApp;
beforeAll(async () => {
  settled = await settledApp();
  app = settled.app;
}, 120_000);
afterAll(() => app.close());

const signedIn = () => settled.signedIn();
const settlementOf = (courseId: number, month: string) => settled.settlementOf(courseId, month);
const transfer = (given: Omit<Transfer, "at">) => settled.transfer(given);

async function cents(query: string, values: unknown[]): Promise<number> {
  return Number((await app.db.pool.query<{ n: string }>(query, values)).rows[0]?.n ?? 0);
}

/** Prizes other than cash move no entry, and the history has none: `settlement-others.test.ts` has. */
const otherPrizes = ["othersVerified", "othersPaid", "othersForfeited"];

async function byEntries(at: { id: number; zone: string }, month: string) {
  const lines: Record<string, { count: number | null; amount: number }> = {};
  for (const [key, terms] of Object.entries(expectedLines)) {
    let [amount, count]: [number, number | null] = [0, null];
    for (const [sign, kind, kinds, counted] of terms) {
      const scope = `FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.course_id = $1 AND to_char(t.created_at AT TIME ZONE $2, 'YYYY-MM') = $3
        AND e.account_key LIKE $4 AND t.kind = ANY (string_to_array($5, ','))`;
      const values = [at.id, at.zone, month, `${kind.replaceAll("_", "\\_")}%`, kinds];
      amount += sign * (await cents(`SELECT coalesce(sum(e.amount_cents), 0) AS n ${scope}`, values));
      if (counted) count = await cents(`SELECT count(DISTINCT t.id) AS n ${scope}`, values);
    }
    lines[key] = { count, amount: amount === 0 ? 0 : amount / 100 };
  }
  for (const key of otherPrizes) lines[key] = { count: 0, amount: 0 };
  return lines;
}

/** An account's credit balance (cents) when a month ended, from its entries alone. */
const creditAt = (at: { id: number; zone: string }, month: string, kind: string) =>
  cents(
    `SELECT -coalesce(sum(e.amount_cents), 0) AS n FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
     WHERE t.course_id = $1 AND to_char(t.created_at AT TIME ZONE $2, 'YYYY-MM') <= $3 AND e.account_key LIKE $4`,
    [at.id, at.zone, month, `${kind.replaceAll("_", "\\_")}:%`],
  );

const monthBefore = (month: string) => MONTHS[MONTHS.indexOf(month) - 1] ?? "2026-09";
const courseMonths = [HERE, ABROAD].flatMap((at) =>
  MONTHS.map((month) => ({ at, month, name: `${at.zone} ${month}` })),
);

describe("a settlement", () => {
  test("is made over a history with every movement that the app makes by itself", async () => {
    const totals: Record<string, number> = {};
    for (const { at, month } of courseMonths)
      for (const [key, { amount }] of Object.entries(linesOf(await settlementOf(at.id, month))))
        totals[key] = (totals[key] ?? 0) + Math.abs(amount);
    const never = Object.keys(totals).filter((key) => totals[key] === 0);
    expect(never.toSorted()).toEqual(
      ["refundsReturned", "refundsDropped", "chargebacks", "chargebacksReversed", "disputeLoss"]
        .concat(["revenueKept", "revenueDisputed", "cashDisputed", "cashPrizes"])
        .concat(["potAdjusted", "rangeAdjusted", "taxAdjusted", "revenueAdjusted", "feesAdjusted", "adjusted"])
        .concat(["prizesBack", "refundsOtherwise", "bankRefunds"])
        .concat(["rangePaid", "rangePaidBack", "bankRange", "taxRemitted", "taxRemittedBack", "bankTax"])
        .concat(["feesSorted", "cashOther", "bankReturned", "suspenseCame", "suspenseSorted", "revenueSorted"])
        .concat(["aheadReversed", "disputesAhead", "disputesRefunded", "refundsFromDisputes"])
        .concat(["aheadKept", "refundsCancelled", "cancelledToTax", "cancelledToPot", "cancelledToRange"])
        .concat(["revenueCancelled", "taxCancelled"])
        .concat(["potReceived", "potEnded", "potHandedOn", "potPaidOut", "bankPot"])
        .concat(["fundingEnded", "fundingHandedOn", "fundingForfeited"])
        .concat(otherPrizes)
        .toSorted(),
    );
  });

  test.each(courseMonths)("of $name equals the ledger in every line", async ({ at, month }) => {
    const settlement = await settlementOf(at.id, month);
    expect(linesOf(settlement)).toEqual(await byEntries(at, month));
    const explained = settlement.sections.filter(({ lines: of }) => of[0]?.key.endsWith(".opening"));
    // No account has the prizes other than cash: `settlement-others.test.ts`.
    for (const { lines } of explained.filter(({ key }) => key !== "others")) {
      const [opening, closing] = [firstOf(lines), firstOf(lines.toReversed())];
      const name = opening.source.replace("opening: ", "");
      const shown = firstOf(settlement.accounts.filter((of) => of.account === name));
      expect([opening.source, closing.source]).toEqual([`opening: ${name}`, `closing: ${name}`]);
      expect([opening.amount, closing.amount]).toEqual([shown.opening, shown.closing]);
      // The lines between explain the account: details are parts of the line above them.
      const between = lines.slice(1, -1).filter(({ look }) => look !== "detail");
      const difference = between.reduce((so, { amount }) => so + amount, 0);
      expect(shown.opening + difference).toBeCloseTo(shown.closing, 6);
    }
    expect(settlement.check).toEqual({ addsUp: true, differences: [] });
  });

  test.each(courseMonths)("of $name equals the ledger in every account, and in what is owed", async ({ at, month }) => {
    const { accounts, liabilities } = await settlementOf(at.id, month);
    for (const line of accounts) {
      const debit = ["cash", "bank", "fees", "house_funding", "dispute_loss"].includes(line.account);
      const kind = line.account;
      const held = async (upTo: string) =>
        (debit ? -1 : 1) *
        (await cents(
          `SELECT -coalesce(sum(e.amount_cents), 0) AS n FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
           WHERE t.course_id = $1 AND to_char(t.created_at AT TIME ZONE $2, 'YYYY-MM') <= $3 AND split_part(e.account_key, ':', 1) = $4`,
          [at.id, at.zone, upTo, kind],
        ));
      expect(line.opening * 100).toBeCloseTo(await held(monthBefore(month)), 6);
      expect(line.closing * 100).toBeCloseTo(await held(month), 6);
      expect(line.opening + line.in - line.out).toBeCloseTo(line.closing, 6);
    }
    const owed = {
      deferred: await creditAt(at, month, "deferred"),
      pot: await creditAt(at, month, "pot"),
      reserved: await creditAt(at, month, "reserved"),
      prizePayable: await creditAt(at, month, "prize_payable"),
      refundsPayable: await creditAt(at, month, "refunds_payable"),
    };
    expect(liabilities).toEqual({
      ...Object.fromEntries(Object.entries(owed).map(([key, amount]) => [key, amount / 100])),
      total: Object.values(owed).reduce((so, amount) => so + amount, 0) / 100,
      dueToRange: (await creditAt(at, month, "range_share")) / 100,
      taxPayable: (await creditAt(at, month, "tax_payable")) / 100,
    });
  });

  test("counts a sale a minute before the course's midnight in the month that ends, and one a minute after in the next", async () => {
    for (const { id } of [HERE, ABROAD]) {
      const [february, march] = [await settlementOf(id, "2027-02"), await settlementOf(id, "2027-03")];
      expect([linesOf(february)["gross"]?.count, linesOf(march)["gross"]?.count]).toEqual([1, 1]);
    }
  });

  test("of the running month is 'to date', and ends with what the pages show now", async () => {
    const settlement = await settlementOf(1, "2027-03");
    expect(settlement).toMatchObject({ toDate: true, endsAt: "2027-04-01T04:00:00.000Z" });
    expect((await settlementOf(1, "2027-02")).toDate).toBe(false);
    const { course } = await bodyOf((await signedIn()).call(courseRoutes.getCourse, { params: { id: 1 } }));
    expect(settlement.liabilities.pot).toBe(course.jackpotAmount);
    expect(settlement.liabilities.reserved).toBe(course.jackpotUnderReview);
  });

  test("without a month is of the current one in the course's time zone", async () => {
    const asked = (await signedIn()).call(reportRoutes.getSettlement, { params: { courseId: 1 } });
    expect((await bodyOf(asked)).settlement.month).toBe("2027-03");
  });

  test("of a month before the course opened has only zeros", async () => {
    const settlement = await settlementOf(1, "2019-05");
    expect(Object.values(linesOf(settlement)).every(({ amount }) => amount === 0)).toBe(true);
    expect(settlement.accounts.every(({ opening, closing }) => opening === 0 && closing === 0)).toBe(true);
    expect(settlement.check.addsUp).toBe(true);
  });
});

describe("a movement that is added later", () => {
  test("has a line of its own for disputes and refunds that come back", async () => {
    const paymentId = "00000000-0000-4000-8000-000000000001";
    const at = { courseId: 1, paymentId };
    const [cash, loss, payable] = [account.cash(1), account.disputeLoss, account.refundsPayable(paymentId)];
    await transfer({ kind: "chargeback", ...at, postings: moved(500, loss, cash) });
    await transfer({ kind: "chargeback", ...at, postings: moved(300, loss, cash) });
    await transfer({ kind: "chargeback_reversed", ...at, postings: moved(300, cash, loss) });
    await transfer({ kind: "refund_returned", ...at, postings: moved(200, cash, payable) });
    await transfer({ kind: "refund_dropped", ...at, postings: moved(200, payable, loss) });
    const settlement = await settlementOf(1, "2027-03");
    expect(linesOf(settlement)).toEqual(await byEntries(HERE, "2027-03"));
    expect(linesOf(settlement)).toMatchObject({
      chargebacks: { count: 2, amount: 8 },
      chargebacksReversed: { count: 1, amount: 3 },
      disputeLoss: { amount: 5 },
      refundsReturned: { count: 1, amount: 2 },
      refundsDropped: { count: 1, amount: -2 },
    });
    expect(settlement.check.addsUp).toBe(true);
  });

  test("has a line of its own for refunds that were cancelled at the gateway", async () => {
    const paymentId = "00000000-0000-4000-8000-000000000002";
    const at = { courseId: 1, paymentId };
    const [deferred, loss, payable] = [account.deferred(1), account.disputeLoss, account.refundsPayable(paymentId)];
    await transfer({ kind: "refund_returned", ...at, postings: moved(900, account.cash(1), payable) });
    const shares = [account.pot(1), account.rangeShare(1), account.revenue(1)];
    const parts = shares.map((name, place) => ({ account: name, amount: -100 * (place + 1) }));
    await transfer({ kind: "refund_cancelled", ...at, postings: [{ account: payable, amount: 600 }, ...parts] });
    await transfer({ kind: "refund_cancelled", ...at, postings: moved(200, payable, deferred) });
    await transfer({ kind: "refund_cancelled", ...at, postings: moved(100, payable, loss) });
    const settlement = await settlementOf(1, "2027-03");
    expect(linesOf(settlement)).toEqual(await byEntries(HERE, "2027-03"));
    expect(linesOf(settlement)).toMatchObject({
      refundsCancelled: { count: 3, amount: -9 },
      cancelledToPot: { amount: 1 },
      cancelledToRange: { amount: 2 },
      aheadKept: { count: 1, amount: 2 },
      revenueCancelled: { amount: 4 },
    });
    expect(settlement.check.addsUp).toBe(true);
  });

  test("leaves cash as it was for prizes that were paid from cash and moved to the bank's account since", async () => {
    const claimId = "00000000-0000-4000-8000-000000000003";
    const [at, cash] = [{ courseId: 1, claimId }, account.cash(1)];
    const [reserved, payable] = [account.reserved(claimId), account.prizePayable(claimId)];
    await transfer({ kind: "reserve", ...at, postings: moved(700, account.pot(1), reserved) });
    await transfer({ kind: "verify", ...at, postings: moved(700, reserved, payable) });
    await transfer({ kind: "pay_out", ...at, postings: moved(700, payable, cash) });
    expect(linesOf(await settlementOf(1, "2027-03"))).toMatchObject({ cashPrizes: { amount: -7 } });
    await transfer({ kind: "pay_out_from_bank", ...at, postings: moved(700, cash, account.bank) });
    const settlement = await settlementOf(1, "2027-03");
    expect(linesOf(settlement)).toEqual(await byEntries(HERE, "2027-03"));
    expect(linesOf(settlement)).toMatchObject({ cashPrizes: { amount: 0 } });
    expect(settlement.check.addsUp).toBe(true);
  });

  test("is shown and fails the check when no line includes it", async () => {
    const kind = "tip" as Transfer["kind"]; // One that does not exist.
    await transfer({ kind, courseId: 1, postings: moved(123, account.rangeShare(1), account.cash(1)) });
    const settlement = await settlementOf(1, "2027-03");
    expect(settlement.sections.at(-1)).toMatchObject({
      title: "Other movements",
      lines: [
        { label: "tip: cash", amount: -1.23 },
        { label: "tip: range_share", amount: 1.23 },
      ],
    });
    expect(settlement.check).toEqual({
      addsUp: false,
      differences: [
        { account: "tip: cash", amount: -1.23 },
        { account: "tip: range_share", amount: 1.23 },
      ],
    });
  });

  test("is reported, in the settlement and in its files, when it changed a balance without an entry", async () => {
    await app.db.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents - 7 WHERE key = 'pot:1'");
    const settlement = await settlementOf(1, "2027-03");
    expect(settlement.check.addsUp).toBe(false);
    expect(settlement.check.differences).toContainEqual({ account: "pot", amount: 0.07 });
    const of = { params: { courseId: 1 }, query: { month: "2027-03" } };
    const { body } = await (await signedIn()).call(reportRoutes.downloadSettlementCsv, of);
    expect(body).toContain(`It does not add up,${settlement.check.differences.length}`);
    expect(body).toContain("Differs: pot,,0.07");
  });
});
