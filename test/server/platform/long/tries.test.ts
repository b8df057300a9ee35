/**
 * A transaction that PostgreSQL ends because of a deadlock or a failed serialization is repeated as a whole, and
 * nothing is announced before.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { buy, claim, freshApp, packs, play, shoot, type TestApp } from "#test/app.ts";
import { capturesOf } from "#test/books.ts";
import { loseEachOnce } from "#test/losing.ts";

let app: TestApp;
beforeEach(async () => {
  app = await freshApp();
});
afterEach(() => app.close());

const request = { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples" };

/** Makes the next inserts into a table fail to serialize; a sequence counts them, for it is never rolled back. */
async function plant(table: string, losses: number): Promise<() => Promise<number>> {
  await app.owner.pool.query(`
    CREATE SEQUENCE planted MINVALUE 0 START 0;
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('planted') < ${losses} THEN RAISE 'could not serialize' USING ERRCODE = '40001'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER lose BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION lose();`);
  return async () => (await app.db.pool.query("SELECT last_value + 1 AS n FROM planted")).rows[0].n;
}

/** Locks two players in an order, and waits in between until the other transaction has its first one. */
async function lockBoth(tx: Db, emails: readonly string[], barrier: () => Promise<void>): Promise<void> {
  for (const email of emails) {
    await tx.sql.execute(sql`UPDATE users SET language = language WHERE email = ${email}`);
    await barrier();
  }
}

describe("transactions", () => {
  test("both go through after a forced deadlock, and each is announced once", async () => {
    const emails = ["player@acebay.test", "staff@acebay.test"];
    const announced: string[] = [];
    let locked = 0;
    const runs: string[] = [];
    const run = (name: string, order: readonly string[]) =>
      app.db.transaction(async (tx) => {
        runs.push(name);
        tx.afterCommit(() => void announced.push(name));
        await lockBoth(tx, order, async () => {
          locked += 1;
          for (let waited = 0; locked < 2 && waited < 100; waited++) await sleep(10);
        });
      });
    await Promise.all([run("one", emails), run("two", emails.toReversed())]);
    expect(announced.toSorted()).toEqual(["one", "two"]);
    // The one that lost runs again. It may lose once more, if it comes before the other has noticed that it won.
    expect(runs.length).toBeGreaterThan(2);
  });

  test("the whole transaction is repeated when a savepoint loses", async () => {
    const runs: string[] = [];
    await app.db.transaction(async (tx) => {
      runs.push("outer");
      await tx.transaction(async () => {
        runs.push("inner");
        if (runs.length === 2) throw Object.assign(new Error("lost"), { cause: await planted(tx) });
      });
    });
    expect(runs).toEqual(["outer", "inner", "outer", "inner"]);
  });

  test("a payment that wins within three more tries is made once", async () => {
    const tries = await plant("orders", 3);
    const player = await app.player();
    expect((await buy(player)).status).toBe(200);
    expect(await tries()).toBe(4);
    expect(await capturesOf(app, player.id)).toEqual([packs.jackpot.price * 100]);
  });

  test("a call that loses three more tries, too, is 503 with a time to retry, and changes nothing", async () => {
    const tries = await plant("users", 4);
    const account = { name: "Kim", email: "kim@example.com", phone: "555 010 0100" };
    const refused = await app.browser().call(accountRoutes.register, { body: account });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "service.busy" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect(await tries()).toBe(4);
    expect((await app.browser().call(accountRoutes.register, { body: account })).status).toBe(201);
  });
});

/** A serialization failure of the database's own. */
async function planted(tx: Db): Promise<unknown> {
  return tx.sql
    .execute(sql`DO $$ BEGIN RAISE 'could not serialize' USING ERRCODE = '40001'; END $$`)
    .catch((error: unknown) => error);
}

describe("single statements", () => {
  test("a shot that loses three times counts as one shot", async () => {
    const player = await app.player();
    const session = await play(player);
    await plant("attempts", 3);
    const { status, body } = await shoot(player, session.id);
    expect([status, body.session.ballCount]).toEqual([201, packs.jackpot.balls - 1]);
    expect((await app.db.pool.query("SELECT FROM attempts WHERE session_id = $1", [session.id])).rowCount).toBe(1);
  });

  test("one that loses four times is 503", async () => {
    const tries = await plant("course_requests", 4);
    const refused = await app.browser().call(requestRoutes.requestCourse, { body: request });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "service.busy" } } });
    expect(await tries()).toBe(4);
    expect((await app.browser().call(requestRoutes.requestCourse, { body: request })).status).toBe(201);
  });
});

test("a day on which every transaction loses once ends like any other: nothing is done twice, and nothing is left of a lost try", async () => {
  const lost = loseEachOnce(app.db);
  const player = await app.player();
  const admin = await app.signIn("admin@acebay.test");
  const ahead = await buy(player, { pack: packs.sponsored, start: false });
  expect(ahead.body).toMatchObject({ success: true });
  expect((await buy(player, { key: "the-same" })).body.session.ballCount).toBe(10);
  const again = await buy(player, { key: "the-same" });
  const session = again.body.session;
  expect((await shoot(player, session.id)).status).toBe(201);
  const won = await claim(player, session.id, "middle");
  expect(won.status).toBe(201);
  const id = won.body.claim.id;
  expect((await admin.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Not seen" } })).status).toBe(
    200,
  );
  expect((await player.call(playRoutes.completeSession, { params: { id: session.id } })).status).toBe(200);
  const refunded = await admin.call(paymentRoutes.refundOrder, {
    params: { id: ahead.body.order.id },
    body: { reason: "Rain" },
    headers: { "idempotency-key": "refund" },
  });
  expect(refunded.status).toBe(200);
  await app.jobs.runAll();
  expect(lost()).toBeGreaterThan(10);
  const count = async (statement: string) => (await app.db.pool.query(statement)).rows[0].n;
  expect(await count("SELECT count(*) AS n FROM sandbox.refunds")).toBe(1);
  expect(await count("SELECT count(*) AS n FROM sandbox.payments WHERE status = 'captured'")).toBe(2);
  expect(await count("SELECT count(*) AS n FROM claims")).toBe(1);
  expect(
    await count("SELECT count(*) - count(DISTINCT (recipient, subject)) AS n FROM mails WHERE recipient <> ''"),
  ).toBe(0);
});
