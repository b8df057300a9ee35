/** The gateway against the books, both ways: each difference is listed with what to do, and money is sorted once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconciliationRoutes, type sortings } from "#features/payments/reconciliation-contract.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let bank: Sandbox;
let admin: Player;
beforeAll(async () => {
  // Tests remove entries and do not put them back.
  app = await freshApp({ breaksBooks: true });
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const found = () => bodyOf(admin.call(reconciliationRoutes.getReconciliation), 200);
const pay = async (): Promise<string> => {
  const { body } = await buy(await app.player());
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [body.order.id]);
  return String(rows[0].id);
};
const enter = (reference: string, kind: string, cents: number) =>
  app.db.pool.query(
    "INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ($1, $2, $3, 0, $4)",
    [reference, kind, cents, app.clock.now()],
  );

test("the gateway and the books agree on payments, a refund that came back, a dispute and a payout", async () => {
  const [, refunded, disputed] = [await pay(), await pay(), await pay()];
  const reference = await bank.refundByHand(refunded, 200);
  await app.jobs.runAll();
  await bank.cancelByHand(reference);
  await bank.openDispute(app.db, disputed, "fraudulent");
  await app.jobs.runAll();
  await app.clock.advance(86_400);
  await bank.payOut();
  await app.jobs.runAll();
  expect(await found()).toMatchObject({ unexplained: 0, underWay: 0, differences: [], unsorted: [], compared: 6 });
  const { balance, cash, payouts } = await found();
  expect(cash).toBe(balance);
  // Three captures less their fees and the dispute with its own.
  expect(payouts).toMatchObject([{ amount: -6.35, bank: -6.35, status: "on_its_way" }]);
});

test("an item that only the gateway has counts as under way for ten minutes, and then as a difference with advice", async () => {
  const { body } = await buy(await app.player());
  await app.jobs.runAll();
  await app.clock.advance(3_600);
  await bank.refundByHand(
    (await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [body.order.id])).rows[0].id,
    100,
  );
  expect(await found()).toMatchObject({ differences: [], underWay: 1, unexplained: 0 });
  await app.clock.advance(601);
  const late = await found();
  expect(late).toMatchObject({
    underWay: 0,
    unexplained: 0,
    differences: [{ of: "refund", gateway: -1, books: null, advice: expect.stringContaining("do not have it") }],
  });
  expect(late.cash - late.balance).toBe(1);
  await app.jobs.runAll();
  expect((await found()).differences).toEqual([]);
});

test("an item that only the books have, or that has different amounts, is listed with its order", async () => {
  const [lost, other] = [await pay(), await pay()];
  await app.jobs.runAll();
  await app.clock.advance(3_600);
  await app.db.pool.query("DELETE FROM sandbox.transactions WHERE attempt_id = $1", [lost]);
  await app.db.pool.query("UPDATE sandbox.transactions SET amount_cents = 400 WHERE attempt_id = $1", [other]);
  const { differences, unexplained } = await found();
  expect(unexplained).toBe(0);
  expect(differences).toHaveLength(2);
  expect(differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        of: "payment",
        reference: lost,
        gateway: null,
        books: 4.55,
        order: { id: expect.any(String), number: expect.any(Number) },
      }),
      expect.objectContaining({ of: "payment", reference: other, gateway: 3.55, books: 4.55 }),
    ]),
  );
  const file = await admin.call(reconciliationRoutes.downloadReconciliation);
  expect(file.headers["content-type"]).toContain("text/csv");
  expect(file.body).toContain(`payment,${lost},`);
  await app.db.pool.query("UPDATE sandbox.transactions SET amount_cents = 500 WHERE attempt_id = $1", [other]);
  await app.db.pool.query(
    `INSERT INTO sandbox.transactions (reference, kind, attempt_id, source, amount_cents, fee_cents, created_at)
     SELECT reference, kind, source, source, amount_cents, fee_cents, created_at FROM gateway_transactions WHERE source = $1`,
    [lost],
  );
  expect((await found()).differences).toEqual([]);
});

test("what was booked days after it moved at the gateway is no difference when the gateway's side of it is older than the list", async () => {
  await bank.openDispute(app.db, await pay(), "fraudulent");
  await app.clock.advance(3 * 86_400);
  await app.jobs.runAll();
  // Its transaction is older than what is compared, and its booking is not.
  await app.clock.advance(34 * 86_400);
  admin = await app.signIn("admin@acebay.test");
  expect(await found()).toMatchObject({ differences: [], unexplained: 0 });
});

test("money of no payment is sorted into an account once, with a proof and a reason", async () => {
  await enter("txn_top_up", "other", 5_000);
  await enter("txn_odd", "other", -300);
  await app.jobs.runAll();
  const { unsorted } = await found();
  expect(unsorted).toMatchObject([
    { reference: "txn_odd", amount: -3 },
    { reference: "txn_top_up", amount: 50 },
  ]);
  const sort = (reference: string, body: { into: (typeof sortings)[number]; courseId?: number; reason: string }) => {
    const { id } = firstOf(unsorted.filter((one) => one.reference === reference));
    return admin.call(reconciliationRoutes.sortTransaction, { params: { id }, body });
  };
  expect(await sort("txn_top_up", { into: "revenue", reason: "?" })).toMatchObject({ status: 400 });
  const both = [
    await sort("txn_top_up", { into: "bank", reason: "Topped up on Monday" }),
    await sort("txn_top_up", { into: "bank", reason: "Topped up on Monday" }),
  ];
  expect(both.map(({ status }) => status)).toEqual([200, 409]);
  expect((await sort("txn_odd", { into: "fees", courseId: 1, reason: "Their reserve fee" })).status).toBe(200);
  const { rows } = await app.db.pool.query("SELECT balance_cents FROM ledger_accounts WHERE key = 'suspense:house'");
  expect(rows[0].balance_cents).toBe(0);
  expect((await found()).unsorted).toEqual([]);
  await expectCleanBooks(app);
});

test("only administrators see the reconciliation", async () => {
  expect((await (await app.player()).call(reconciliationRoutes.getReconciliation)).status).toBe(403);
});
