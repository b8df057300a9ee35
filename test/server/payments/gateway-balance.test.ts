/** The sandbox's fees and payouts in our books: each fee once, each payout once, whatever happens in between. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { takeBalance } from "#features/payments/server/take-balance.ts";
import { buy, freshApp, noClaims, type Player, type TestApp } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
let bank: Sandbox;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
});
afterAll(() => app.close());

const deps = () => ({
  db: app.db,
  clock: app.clock,
  gateway: bank,
  announce: () => undefined,
  claims: noClaims,
  mailer: app.mailer,
  productName: "Acebay",
  onFailure: (error: unknown) => {
    throw error;
  },
});
/** Debits less credits of every account that transfers of these kinds have moved, in cents. */
async function moved(...kinds: string[]): Promise<Record<string, number>> {
  const { rows } = await app.db.pool.query<{ key: string; cents: string }>(
    `SELECT e.account_key AS key, sum(e.amount_cents) AS cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
     WHERE t.kind = ANY ($1) GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
    [kinds],
  );
  return Object.fromEntries(rows.map(({ key, cents }) => [key, Number(cents)]));
}
/** What the ledger says that the gateway holds. */
async function cash(): Promise<number> {
  const { rows } = await app.db.pool.query(
    "SELECT sum(balance_cents) AS cents FROM ledger_accounts WHERE kind = 'cash'",
  );
  return Number(rows[0].cents);
}
const nextPayout = async () => {
  await app.clock.advance(86_400);
  await bank.payOut();
  await takeBalance(deps());
};
const paidAt = async (golfer: Player, courseId: number) => {
  const { status, body } = await buy(golfer, { sessionData: { courseId }, amount: courseId === 2 ? 6 : 5 });
  expect(status).toBe(200);
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [body.order.id]);
  return String(rows[0].id);
};

describe("fees", () => {
  test("of each capture are 2.9 % and 0.30, and five readers at once book them once", async () => {
    await paidAt(await app.player(), 1);
    await paidAt(await app.player(), 2);
    await Promise.all(Array.from({ length: 5 }, () => takeBalance(deps())));
    await takeBalance(deps());
    expect(await moved("gateway_fee")).toEqual({ "fees:1": 45, "cash:1": -45, "fees:2": 47, "cash:2": -47 });
    expect(await cash()).toBe(await bank.balance());
  });

  test("of a dispute are 15.00, and are given back when it is won", async () => {
    const attempt = await paidAt(await app.player(), 1);
    const reference = await bank.openDispute(app.db, attempt, "fraudulent");
    await app.jobs.runAll();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 45 + 45 + 1500 });
    expect(await cash()).toBe(await bank.balance());
    await bank.closeDispute(reference, "won");
    await app.jobs.runAll();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 90 });
    expect(await cash()).toBe(await bank.balance());
  });

  test("of payments from before fees were booked are booked, too", async () => {
    await app.owner.pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
      CREATE TEMP TABLE old ON COMMIT DROP AS SELECT id FROM ledger_transfers WHERE kind = 'gateway_fee';
      UPDATE ledger_accounts a SET balance_cents = a.balance_cents - e.cents FROM
        (SELECT account_key, sum(amount_cents) AS cents FROM ledger_entries WHERE transfer_id IN (SELECT id FROM old) GROUP BY 1) e WHERE e.account_key = a.key;
      DELETE FROM ledger_entries WHERE transfer_id IN (SELECT id FROM old);
      DELETE FROM ledger_transfers WHERE id IN (SELECT id FROM old);
      DELETE FROM gateway_transactions; DELETE FROM gateway_positions; COMMIT`);
    await app.clock.advance(90 * 86_400);
    await takeBalance(deps());
    expect(await moved("gateway_fee")).toEqual({ "fees:1": 90, "cash:1": -90, "fees:2": 47, "cash:2": -47 });
    await expectCleanBooks(app);
  });
});

describe("payouts to the bank", () => {
  test("are made once a day, of what the gateway held at 02:00, from each course's cash", async () => {
    await nextPayout();
    // Two payments of 5.00 less 0.45, one of 6.00 less 0.47.
    expect(await moved("bank_payout")).toEqual({ bank: 1463, "cash:1": -910, "cash:2": -553 });
    await Promise.all(Array.from({ length: 5 }, () => bank.payOut().then(() => takeBalance(deps()))));
    expect(await moved("bank_payout")).toMatchObject({ bank: 1463 });
    expect(await cash()).toBe(0);
    expect(await bank.balance()).toBe(0);
  });

  test("are not made when the gateway holds nothing", async () => {
    await nextPayout();
    expect((await app.db.pool.query("SELECT 1 FROM sandbox.payouts")).rowCount).toBe(1);
  });

  test("go from the bank to the gateway when more was given back than came in", async () => {
    const attempt = await paidAt(await app.player(), 1);
    await nextPayout();
    await bank.refundByHand(attempt, undefined);
    await app.jobs.runAll();
    const before = (await moved("bank_payout"))["bank"] ?? 0;
    await nextPayout();
    expect(await moved("bank_payout")).toMatchObject({ bank: before - 500 });
    expect(await cash()).toBe(await bank.balance());
  });

  test("that come back are cash of the same courses again, and are paid out by the next one", async () => {
    await paidAt(await app.player(), 1);
    await paidAt(await app.player(), 2);
    await nextPayout();
    const paid = await moved("bank_payout", "bank_payout_returned");
    const { rows } = await app.db.pool.query("SELECT reference FROM sandbox.payouts ORDER BY day DESC LIMIT 1");
    await bank.returnPayout(rows[0].reference, "failed");
    await takeBalance(deps());
    await takeBalance(deps());
    expect(await moved("bank_payout_returned")).toEqual({ bank: -1008, "cash:1": 455, "cash:2": 553 });
    expect(await cash()).toBe(await bank.balance());
    await nextPayout();
    expect(await moved("bank_payout", "bank_payout_returned")).toEqual(paid);
    await expectCleanBooks(app);
    await expect(bank.returnPayout(rows[0].reference, "failed")).rejects.toThrow("has come back already");
  });
});

describe("money that belongs to no payment", () => {
  const enter = (reference: string, kind: string, cents: number) =>
    app.db.pool.query(
      "INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ($1, $2, $3, 0, $4)",
      [reference, kind, cents, app.clock.now()],
    );

  test("is the house's for a fee of the account, waits to be sorted otherwise, and is paid out in both cases", async () => {
    await enter("txn_monthly_fee", "account_fee", -200);
    await enter("txn_top_up", "other", 10_000);
    await takeBalance(deps());
    expect(await moved("gateway_other")).toEqual({ "cash:house": 10_000, "suspense:house": -10_000 });
    expect(await moved("gateway_fee")).toMatchObject({ "fees:house": 200 });
    expect(await cash()).toBe(await bank.balance());
    await nextPayout();
    expect(await cash()).toBe(0);
    await expectCleanBooks(app);
  });
});

test("what the gateway lists a day late is booked by the next run, so that no month is closed over it", async () => {
  const reference = "txn_late_by_hours";
  await paidAt(await app.player(), 1);
  await takeBalance(deps());
  await app.db.pool.query(
    "INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ($1, 'account_fee', -1, 0, $2)",
    [reference, new Date(app.clock.now().getTime() - 22 * 3_600_000)],
  );
  await takeBalance(deps());
  const { rowCount } = await app.db.pool.query("SELECT 1 FROM gateway_transactions WHERE reference = $1", [reference]);
  expect(rowCount).toBe(1);
});

test("payouts that are known are compared by one statement, however many there are", async () => {
  await app.clock.advance(86_400);
  await bank.payOut();
  await takeBalance(deps());
  const sent: string[] = [];
  await hearStatements(app.db.pool, (text) => sent.push(text));
  await takeBalance(deps());
  expect(sent.filter((text) => text.includes("FROM gateway_payouts"))).toHaveLength(1);
});
