/**
 * A month cannot close until everything that the gateway has moved in it is booked; facts that are learned later are
 * listed in the open month.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { enterCharge } from "#features/payments/server/sandbox-balance.ts";
import { takeBalance } from "#features/payments/server/take-balance.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { monthOf, monthSpan } from "#features/reports/rules.ts";
import { listObstacles } from "#features/reports/server/obstacle-store.ts";
import { wrongMonths } from "#main/server/audit/months.ts";
import type { Db } from "#platform/server/db/database.ts";
import { buy, freshApp, noClaims, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const ZONE = "America/New_York";
let app: TestApp;
let bank: Sandbox;
let admin: Player;
let month: string;
let to: Date;
let orders: { number: number; attempt: string }[];

beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  month = monthOf(app.clock.now(), ZONE);
  ({ to } = monthSpan(month, ZONE));
  await until(new Date(to.getTime() - 6 * 3_600_000));
  orders = [];
  for (let left = 4; left > 0; left -= 1) {
    const { order } = (await buy(await app.player())).body;
    const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [order.id]);
    orders.push({ number: order.number, attempt: rows[0].id });
  }
  await buy(await app.player("Dee Clined"), { paymentInfo: { cardNumber: "4000000000000002" } });
}, 60_000);
afterAll(() => app.close());

async function until(moment: Date): Promise<void> {
  await app.clock.advance((moment.getTime() - app.clock.now().getTime()) / 1000);
  admin = await app.signIn("admin@acebay.test");
}
const ofCourse = { courseId: 1 };
const obstacles = async () =>
  (await bodyOf(admin.call(monthRoutes.getClosing, { params: ofCourse, query: { month } }))).closing?.obstacles;
/** Reads the gateway's list, and books no more than its fees. */
const readList = (change: Partial<Sandbox> = {}) =>
  takeBalance({
    db: app.db,
    clock: app.clock,
    gateway: { ...bank, ...change },
    announce: () => undefined,
    claims: noClaims,
    mailer: app.mailer,
    productName: "Acebay",
    onFailure: (error) => expect.fail(String(error)),
  });
/** What is found after a change by somebody who may switch the triggers off; it is undone. */
async function lookAfter(damage: string, look: (tx: Db) => Promise<string[]>): Promise<string[]> {
  const undone = new Error("undone");
  let found: string[] = [];
  await app.owner
    .transaction(async (tx) => {
      await tx.sql.execute("SET LOCAL session_replication_role = replica");
      await tx.sql.execute(damage);
      found = await look(tx);
      throw undone;
    })
    .catch((error: unknown) => expect(error).toBe(undone));
  return found;
}
const orderAt = (index: number) => orders[index] ?? expect.fail("no such order");
const unbooked = (what: string, index: number) =>
  `${what} of order ${orderAt(index).number} is not booked: look at the reconciliation`;

describe("a month is held", () => {
  test("by the gateway's list, until it is read after the month's end", async () => {
    await readList();
    await until(new Date(to.getTime() + 2 * 3_600_000));
    expect(await obstacles()).toEqual([
      "the payment service's list was not read since the month's end: it is read each minute while the service answers",
    ]);
    const closed = await admin.call(monthRoutes.closeMonth, { params: ofCourse, body: { month } });
    expect(closed).toMatchObject({ status: 409, body: { error: { code: "reports.closing_blocked" } } });
    await readList();
    expect(await obstacles()).toEqual([]);
  });

  test("by a refund that has failed", async () => {
    await app.owner.pool.query(
      `INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, status, created_at)
       SELECT gen_random_uuid(), order_id, id, 1, 0, 'Rain', 'failed', created_at FROM payment_attempts WHERE id = $1`,
      [orderAt(0).attempt],
    );
    expect(await obstacles()).toEqual([
      `a refund of order ${orderAt(0).number} failed: try it again, or pay it otherwise`,
    ]);
    await app.owner.pool.query("DELETE FROM refunds");
  });

  test("by a payout that is not booked, and by one that came back", async () => {
    const past = createSandbox({ db: app.db, clock: { now: () => new Date(to.getTime() - 60_000) }, secret: "none" });
    await past.payOut();
    const away = { payoutsSince: () => Promise.reject(new UnknownOutcome("away")) };
    await readList(away);
    const held = /^the payout po_\S+ is not booked: look at the reconciliation$/;
    expect(await obstacles()).toEqual([expect.stringMatching(held)]);
    await readList();
    expect(await obstacles()).toEqual([]);
    const { rows } = await app.db.pool.query("SELECT reference FROM sandbox.payouts");
    await past.returnPayout(rows[0].reference, "failed");
    await readList(away);
    expect(await obstacles()).toEqual([
      expect.stringMatching(/^the payout po_\S+ came back, which is not booked: look at the reconciliation$/),
    ]);
    await readList();
    expect(await obstacles()).toEqual([]);
  });

  test("by a refund and a dispute of it that are not booked, and by one that was won", async () => {
    const past = createSandbox({ db: app.db, clock: { now: () => new Date(to.getTime() - 60_000) }, secret: "none" });
    const refund = await past.refundByHand(orderAt(0).attempt, 100);
    const dispute = await past.openDispute(app.db, orderAt(1).attempt, "fraudulent");
    await readList();
    expect(await obstacles()).toEqual([unbooked(`dispute ${dispute}`, 1), unbooked(`refund ${refund}`, 0)]);
    await app.jobs.runAll();
    expect(await obstacles()).toEqual([]);
    await past.closeDispute(dispute, "won");
    await readList();
    expect(await obstacles()).toEqual([unbooked(`dispute reversal ${dispute}`, 1)]);
    await app.jobs.runAll();
    expect(await obstacles()).toEqual([]);
  });

  test("by a refund and a dispute that the gateway's list does not have", async () => {
    const { from } = monthSpan(month, ZONE);
    const missing = await lookAfter(
      `DELETE FROM gateway_transactions WHERE kind IN ('refund', 'dispute_reversal');
       UPDATE refunds SET settled_at = '${from.toISOString()}'; UPDATE disputes SET resolved_at = '${from.toISOString()}'`,
      (tx) => listObstacles(tx, 1, from, to),
    );
    const words = "is not in the payment service's books: look at the reconciliation";
    expect(missing).toEqual([
      `a dispute that was won of order ${orderAt(1).number} ${words}`,
      `a refund of order ${orderAt(0).number} ${words}`,
    ]);
  });

  test("by a charge of a payment that failed here", async () => {
    const { attempt, number } = orderAt(0);
    const failed = await lookAfter(`UPDATE payment_attempts SET status = 'failed' WHERE id = '${attempt}'`, (tx) =>
      listObstacles(tx, 1, monthSpan(month, ZONE).from, to),
    );
    expect(failed).toEqual([`charge ${attempt} of order ${number} is not booked: look at the reconciliation`]);
  });
});

describe("a fact of a closed month", () => {
  test("is booked in the open one, and listed there with its moment", async () => {
    expect((await admin.call(monthRoutes.closeMonth, { params: ofCourse, body: { month } })).status).toBe(200);
    const moment = new Date(to.getTime() - 10 * 60_000);
    const past = createSandbox({ db: app.db, clock: { now: () => moment }, secret: "none" });
    await past.refundByHand(orderAt(2).attempt, 200);
    // A payment that failed here, and was captured there all the same.
    await app.db.transaction(async (tx) => {
      const captured = await tx.read(
        "UPDATE sandbox.payments SET status = 'captured', failure_code = NULL, created_at = $1 WHERE status = 'failed' RETURNING attempt_id",
        [moment],
      );
      await enterCharge(tx, String(captured[0]?.["attempt_id"]));
    });
    const dispute = await past.openDispute(app.db, orderAt(3).attempt, "fraudulent");
    await app.jobs.runAll();
    await past.closeDispute(dispute, "won");
    await readList();
    await app.jobs.runAll();
    const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, { params: ofCourse }));
    const late = settlement.sections.find(({ key }) => key === "late")?.lines ?? [];
    expect(Object.fromEntries(late.map(({ key, count }) => [key, count]))).toEqual({
      "late.refund": 1,
      "late.refund_settled": 1,
      "late.chargeback": 1,
      "late.chargeback_reversed": 1,
      "late.gateway_fee": 3,
      "late.capture_unfulfillable": 1,
    });
    const { rows } = await app.db.pool.query("SELECT DISTINCT fact_at FROM ledger_transfers WHERE fact_at IS NOT NULL");
    expect(rows.map(({ fact_at: at }) => new Date(at))).toEqual([moment]);
    expect(await wrongMonths(app.db, undefined)).toEqual([]);
  });

  test.each(["chargeback", "chargeback_reversed", "refund_settled", "gateway_fee"])(
    "is named by the audit when %s does not say so",
    async (kind) => {
      const found = await lookAfter(`UPDATE ledger_transfers SET fact_at = NULL WHERE kind = '${kind}'`, (tx) =>
        wrongMonths(tx, undefined),
      );
      expect(found).toContainEqual(
        expect.stringMatching(
          new RegExp(`: ${kind} of .* happened in it, at .* is not booked as one of an earlier month$`),
        ),
      );
    },
  );
});
