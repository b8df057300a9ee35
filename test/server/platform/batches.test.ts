/** Statements that wait for the next one and are sent with it in one round trip. */
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { freshDatabase, type FreshDatabase } from "#test/database.ts";

let fresh: FreshDatabase;
let unprepared: Database;
let trips = 0;
beforeAll(async () => {
  fresh = await freshDatabase(2);
  unprepared = openDatabase(fresh.connection, 2, undefined, false);
  for (const { pool } of [fresh.db, unprepared]) {
    pool.on("connect", (connection: pg.PoolClient) => {
      const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
      const counting = (...given: unknown[]) => {
        trips += 1;
        return send(...given);
      };
      connection.query = counting as typeof connection.query; // One function has none of the driver's overloads.
    });
  }
  await fresh.owner.pool.query("CREATE TABLE batched (n integer PRIMARY KEY)");
});
beforeEach(async () => {
  await fresh.db.pool.query("DELETE FROM batched");
  trips = 0;
});
afterAll(async () => {
  await unprepared.close();
  await fresh.drop();
});

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const insert = (n: number) => sql`INSERT INTO batched VALUES (${n})`;
const kept = async () => (await fresh.db.pool.query("SELECT n FROM batched ORDER BY n")).rows.map(({ n }) => n);

test.each(["prepared", "unprepared"])("BEGIN, what waits and COMMIT need no trip of their own: %s", async (kind) => {
  const db = kind === "prepared" ? fresh.db : unprepared;
  for (const first of [1, 11, 21]) {
    trips = 0;
    const seen = await db.transaction(async (tx) => {
      await tx.ahead(insert(first));
      await tx.ahead(insert(first + 1));
      const { rows } = await tx.sql.execute(sql`SELECT n FROM batched WHERE n >= ${first} ORDER BY n`);
      await tx.transaction((inner) => inner.ahead(insert(first + 2)));
      await tx.ahead(insert(first + 3));
      return rows;
    });
    expect(seen).toEqual([{ n: first }, { n: first + 1 }]);
    expect(trips).toBe(2);
  }
  expect(await kept()).toEqual([1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]);
});

test("work that sends nothing has no transaction, and what it left waiting is not sent after it fails", async () => {
  await fresh.db.transaction(async () => undefined);
  await expect(
    fresh.db.transaction(async (tx) => {
      await tx.ahead(insert(1));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await fresh.db.transaction((tx) => tx.ahead(insert(2)));
  expect(await kept()).toEqual([2]);
});

test("one that fails keeps the commit from running, and the connection goes on, also with its prepared names", async () => {
  for (let n = 0; n < 4; n++) {
    const twice = fresh.db.transaction(async (tx) => {
      await tx.ahead(insert(1));
      await tx.ahead(sql`INSERT INTO batched VALUES (${1}) -- again`);
      await tx.ahead(sql`INSERT INTO batched VALUES (${2}) -- after`);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    await fresh.db.transaction((tx) => tx.ahead(sql`DELETE FROM batched WHERE n = ${n} -- after`));
  }
  expect(await kept()).toEqual([]);
  await fresh.db.transaction((tx) => tx.ahead(sql`INSERT INTO batched VALUES (${2}) -- after`));
  expect(await kept()).toEqual([2]);
});

test("an inner transaction that fails is undone alone, sent or not", async () => {
  await fresh.db.transaction(async (tx) => {
    await tx.ahead(insert(1));
    for (const isSent of [false, true]) {
      const inner = tx.transaction(async (undone) => {
        await undone.ahead(insert(2));
        if (isSent) await undone.sql.execute(sql`SELECT 1`);
        throw new Error("inner");
      });
      await expect(inner).rejects.toThrow("inner");
    }
    const failing = tx.transaction((undone) => undone.sql.execute(insert(1)));
    await expect(failing).rejects.toMatchObject({ cause: { code: "23505" } });
    await tx.ahead(insert(3));
  });
  expect(await kept()).toEqual([1, 3]);
});

test("a statement from before an inner transaction fails the whole one, and tells its own error", async () => {
  const whole = fresh.db.transaction(async (tx) => {
    await tx.transaction((inner) => inner.ahead(insert(1)));
    await tx.ahead(insert(1));
    const inner = tx.transaction((within) => within.sql.execute(sql`SELECT 1`));
    await expect(inner).rejects.toMatchObject({ cause: { code: "23505" } });
  });
  await expect(whole).rejects.toThrow("rolled back");
  expect(await kept()).toEqual([]);
});

test("each statement sees what was committed while an earlier one waited", async () => {
  await fresh.db.pool.query("INSERT INTO batched VALUES (1)");
  const holder = await fresh.db.pool.connect();
  await holder.query("BEGIN");
  await holder.query("UPDATE batched SET n = 2");
  const waiting = unprepared.transaction(async (tx) => {
    await tx.ahead(sql`SELECT n FROM batched FOR UPDATE`);
    return (await tx.sql.execute(sql`SELECT n FROM batched ORDER BY n`)).rows;
  });
  await expect.poll(async () => (await fresh.db.pool.query(WAITING)).rowCount).toBeGreaterThan(0);
  await holder.query("INSERT INTO batched VALUES (3)");
  await holder.query("COMMIT");
  holder.release();
  expect(await waiting).toEqual([{ n: 2 }, { n: 3 }]);
});

test("several statements in one text are sent after those that wait", async () => {
  await fresh.db.transaction(async (tx) => {
    await tx.ahead(insert(1));
    await tx.sql.execute(sql`INSERT INTO batched VALUES (2); INSERT INTO batched VALUES (3)`);
  });
  expect(await kept()).toEqual([1, 2, 3]);
});
