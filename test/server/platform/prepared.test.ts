/** Statements that come again are prepared once for each connection, and outlive a change of their tables. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { countCall } from "#platform/server/http/limits.ts";
import { buy, freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { freshDatabase, type FreshDatabase } from "#test/database.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase(1);
});
afterAll(() => fresh.drop());

const preparedLike = async ({ pool }: FreshDatabase["db"], text: string) => {
  const { rows } = await pool.query(`SELECT name FROM pg_prepared_statements WHERE statement LIKE '%${text}%'`);
  return rows.length;
};

test("from the second use on, by the pool and in a transaction, with Drizzle and without", async () => {
  const { db } = fresh;
  const ask = (n: number) => db.pool.query("SELECT $1::int AS first_asked", [n]);
  await ask(1);
  expect(await preparedLike(db, "first_asked")).toBe(0);
  for (const n of [2, 3]) expect((await ask(n)).rows).toEqual([{ first_asked: n }]);
  expect(await preparedLike(db, "first_asked")).toBe(1);
  await db.transaction(async (tx) => {
    for (const n of [4, 5]) await tx.sql.execute(sql`SELECT ${n}::int AS then_asked`);
  });
  expect(await preparedLike(db, "then_asked")).toBe(1);
});

test("statements without parameters are not prepared, and none with DATABASE_PREPARED=off", async () => {
  for (let n = 0; n < 3; n++) await fresh.db.pool.query("SELECT 1 AS without_values");
  expect(await preparedLike(fresh.db, "without_values")).toBe(0);
  const plain = openDatabase(fresh.connection, 1, undefined, false);
  for (let n = 0; n < 3; n++) await plain.pool.query("SELECT $1::int AS not_kept", [n]);
  // The limits are counted in every call that has one.
  for (let n = 0; n < 3; n++) await countCall(plain, "prepared", { max: 9, seconds: 60 }, new Date());
  expect((await plain.pool.query("SELECT name FROM pg_prepared_statements")).rows).toEqual([]);
  await plain.close();
});

test("a statement that was prepared in a failed round trip can be sent afterwards, alone and with others", async () => {
  const { db } = fresh;
  const ask = (n: number) => sql`SELECT ${n}::int AS in_a_failed_batch`;
  const divide = (n: number) => sql`SELECT 1 / ${n}::int AS by_zero`;
  await db.sql.execute(ask(1));
  await db.sql.execute(divide(1));
  const failing = db.transaction(async (tx) => {
    await tx.ahead(ask(2));
    await tx.ahead(divide(0));
    await tx.sql.execute(ask(3));
  });
  await expect(failing).rejects.toMatchObject({ cause: { message: "division by zero" } });
  expect(await preparedLike(db, "in_a_failed_batch")).toBe(1);
  expect((await db.sql.execute(ask(4))).rows).toEqual([{ in_a_failed_batch: 4 }]);
  expect((await db.sql.execute(divide(1))).rows).toEqual([{ by_zero: 1 }]);
  const together = await db.transaction(async (tx) => {
    await tx.ahead(divide(1));
    return tx.sql.execute(ask(5));
  });
  expect(together.rows).toEqual([{ in_a_failed_batch: 5 }]);
  expect(await preparedLike(db, "by_zero")).toBe(1);
});

test("a column that comes meanwhile fails no call: neither a statement, nor a transaction, nor a shot", async () => {
  const app: TestApp = await freshApp();
  const golfer = await app.player();
  const { session } = (await buy(golfer)).body;
  const shoot = () =>
    bodyOf(
      golfer.call(playRoutes.recordShot, {
        body: { sessionId: session.id, targetHole: "missed", prizeClaim: false, prizeAmount: 0 },
      }),
    );
  const sessionIn = (db: Pick<TestApp["db"], "sql">) =>
    db.sql.execute(sql`SELECT * FROM sessions WHERE id = ${session.id}`);
  const inTransaction = () => app.db.transaction(sessionIn);
  for (let n = 0; n < 3; n++) {
    await shoot();
    await inTransaction();
  }
  await app.owner.pool.query("ALTER TABLE sessions ADD COLUMN zz integer");
  expect((await shoot()).session.attempts).toBe(4);
  expect((await inTransaction()).rows[0]).toHaveProperty("zz");
  await app.owner.pool.query("ALTER TABLE sessions DROP COLUMN zz");
  expect((await shoot()).session.attempts).toBe(5);
  await app.close();
});
