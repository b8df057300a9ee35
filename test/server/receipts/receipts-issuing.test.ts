/**
 * Receipt numbers: without a gap or a repeat, in the order of capture, no matter which process issues them and what
 * fails.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { createIssuer, type Issue } from "#features/receipts/server/issue.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { createMailer, mailerWith } from "#platform/server/mail/mail.ts";
import { buy, freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { endConnections } from "#test/database.ts";

const RACERS = 8;
let app: TestApp;
/** Other processes: each with a pool of its own. */
let others: { db: Database; issue: Issue }[];
let userId: string;
beforeAll(async () => {
  app = await freshApp({ poolSize: 24, breaksBooks: true });
  // Receipts are issued by these tests alone.
  await app.jobs.stop();
  others = Array.from({ length: RACERS }, () => {
    const db = openDatabase(app.connection, 4);
    return { db, issue: issuerOn(db) };
  });
  userId = (await app.player()).id;
});
afterAll(async () => {
  await Promise.all(others.map(({ db }) => db.close()));
  await app.close();
});

const unheard = { destination: "nowhere", deliver: async () => undefined };

function issuerOn(db: Database, postAll?: () => Promise<void>): Issue {
  const deps = {
    db,
    clock: app.clock,
    productName: "Acebay",
    onFailure: (error: unknown) => expect.fail(String(error)),
  };
  const mailer = postAll ? mailerWith({ ...unheard, postAll }) : createMailer({ ...deps, smtpUrl: undefined });
  return createIssuer({ ...deps, mailer, publicUrl: undefined });
}

/** A captured payment as its transaction writes it, some seconds after the start of the test. @returns its id */
async function capture(at = 0, db: Database = app.db): Promise<string> {
  const [orderId, paymentId] = [randomUUID(), randomUUID()];
  const moment = new Date(app.clock.now().getTime() + at * 1000);
  await db.transaction(async ({ sql: client }) => {
    await client.execute(sql`
      INSERT INTO orders (id, user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents,
        jackpot_share_cents, range_share_cents, bay_number, purchase_context, start_at_once, status, created_at, paid_at)
      VALUES (${orderId}, ${userId}, 1, 4, '10 Balls', 'jackpot', 10, 500, 100, 0, 7, 'initial', true, 'refunded', ${moment.toISOString()}, ${moment.toISOString()})`);
    await client.execute(sql`
      INSERT INTO payment_attempts (id, order_id, method, amount_cents, status, provider, created_at)
      VALUES (${paymentId}, ${orderId}, 'card', 500, 'initiated', 'sandbox', ${moment.toISOString()})`);
    await client.execute(
      sql`UPDATE payment_attempts SET status = 'succeeded', resolved_at = ${moment.toISOString()} WHERE id = ${paymentId}`,
    );
  });
  return paymentId;
}

async function numbers(): Promise<{ number: number; payment: string }[]> {
  const { rows } = await app.db.pool.query<{ number: number; payment_id: string }>(
    "SELECT number, payment_id FROM receipts ORDER BY number",
  );
  return rows.map(({ number, payment_id }) => ({ number, payment: payment_id }));
}

/** From 1 without a gap or a repeat, one for each captured payment, and one mail each. */
async function expectWhole(): Promise<void> {
  const { rows } = await app.db.pool.query<Record<string, number>>(`
    SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT coalesce(max(number), 0) FROM receipts) AS last,
      (SELECT count(DISTINCT payment_id) FROM receipts) AS payments, (SELECT count(*) FROM receipts_due) AS due,
      (SELECT count(*) FROM payment_attempts WHERE status = 'succeeded') AS captured,
      (SELECT count(DISTINCT subject) FROM mails WHERE subject LIKE 'Your receipt%') AS told,
      (SELECT count(*) FROM mails WHERE subject LIKE 'Your receipt%') AS mails`);
  const n = rows[0]?.["captured"];
  expect(rows[0]).toEqual({ receipts: n, last: n, payments: n, due: 0, captured: n, told: n, mails: n });
}

describe("receipts", () => {
  test("are numbered from 1 in the order of the captures, not of the rows", async () => {
    const [third, first, second] = [await capture(30), await capture(10), await capture(20)];
    await others[0]?.issue();
    expect(await numbers()).toEqual([
      { number: 1, payment: first },
      { number: 2, payment: second },
      { number: 3, payment: third },
    ]);
    await expectWhole();
  });

  test("are issued once for each capture and without a gap by eight processes", async () => {
    await Promise.all(
      others.map(async ({ db, issue }, racer) => {
        for (let n = 0; n < 15; n++) {
          await capture(100 + racer, db);
          await issue();
        }
      }),
    );
    await expectWhole();
    expect(await numbers()).toHaveLength(3 + RACERS * 15);
  });

  test("are issued once each when many are due at once, whichever of eight processes comes first", async () => {
    for (let n = 0; n < 250; n++) await capture(200 + n);
    await Promise.all(others.flatMap(({ issue }) => [issue(), issue(), issue()]));
    await expectWhole();
    // In the order of capture across the batches of all eight.
    const { rows } = await app.db.pool.query(
      "SELECT count(*) AS wrong FROM (SELECT paid_at, lag(paid_at) OVER (ORDER BY number) AS before FROM receipts WHERE number > 123) r WHERE before > paid_at",
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  test("are issued by one run, however many are due", async () => {
    const before = (await numbers()).length;
    for (let n = 0; n < 130; n++) await capture(450);
    await others[0]?.issue();
    expect(await numbers()).toHaveLength(before + 130);
    await expectWhole();
  });

  test("are not issued for a capture that rolled back, and no number is lost", async () => {
    const before = (await numbers()).length;
    await app.db
      .transaction(async (tx) => {
        await capture(500, { ...app.db, transaction: (work) => tx.transaction(work) });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await capture(501);
    await others[0]?.issue();
    expect(await numbers()).toHaveLength(before + 1);
    await expectWhole();
  });

  test("whose mail cannot be written are not issued, and their numbers are used again", async () => {
    const before = (await numbers()).length;
    await Promise.all([capture(510), capture(511)]);
    const failing = issuerOn(app.db, async () => {
      throw new Error("no room in the outbox");
    });
    await expect(failing()).rejects.toThrow("no room");
    expect(await numbers()).toHaveLength(before);
    await others[1]?.issue();
    expect(await numbers()).toHaveLength(before + 2);
    await expectWhole();
  });

  test("survive an issuer that is killed in the middle of its transaction", async () => {
    const before = (await numbers()).length;
    await Promise.all([capture(520), capture(521), capture(522)]);
    const doomed = openDatabase(app.connection, 2);
    const reached = Promise.withResolvers<void>();
    const dying = issuerOn(doomed, () => {
      reached.resolve();
      return new Promise(() => undefined);
    })();
    dying.catch(() => undefined);
    await reached.promise;
    // Another waits for the lock meanwhile, and has the numbers when the first is gone.
    const waiting = others[2]?.issue();
    await endConnections(
      app.db,
      "pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7306427 AND granted)",
    );
    await waiting;
    expect(await numbers()).toHaveLength(before + 3);
    await expectWhole();
  });

  test("are not issued twice by one process that asks many times at once", async () => {
    const before = (await numbers()).length;
    for (let n = 0; n < 20; n++) await capture(530);
    const issue = issuerOn(app.db);
    await Promise.all(Array.from({ length: 50 }, () => issue()));
    expect(await numbers()).toHaveLength(before + 20);
    await expectWhole();
  });
});

describe("after a crash between the capture and its receipt", () => {
  test("the next start issues it", async () => {
    const golfer = await app.player();
    const { order } = (await buy(golfer)).body;
    const { rows } = await app.db.pool.query("SELECT 1 FROM receipts WHERE order_id = $1", [order.id]);
    expect(rows).toEqual([]);
    const second = openDatabase(app.connection, 2);
    await issuerOn(second)();
    await second.close();
    expect((await golfer.call(receiptRoutes.getReceipt, { params: { id: order.id } })).status).toBe(200);
    await expectWhole();
  });

  test("a reader issues it, and all that were captured before it", async () => {
    const [first, second] = [await app.player(), await app.player()];
    const earlier = (await buy(first)).body.order;
    await app.clock.advance(1);
    const later = (await buy(second)).body.order;
    const receipt = async (person: typeof first, id: string) =>
      (await bodyOf(person.call(receiptRoutes.getReceipt, { params: { id } }))).receipt.number;
    const number = await receipt(second, later.id);
    expect(await receipt(first, earlier.id)).toBe(number - 1);
    await expectWhole();
  });
});

test("eight golfers who pay and open their receipts at once find numbers without a gap", async () => {
  const before = (await numbers()).length;
  const golfers = await Promise.all(Array.from({ length: RACERS }, () => app.player()));
  const found = await Promise.all(
    golfers.map(async (golfer) => {
      const { order } = (await buy(golfer)).body;
      return (await bodyOf(golfer.call(receiptRoutes.getReceipt, { params: { id: order.id } }))).receipt.number;
    }),
  );
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: RACERS }, (_, n) => before + 1 + n));
  await expectWhole();
});
