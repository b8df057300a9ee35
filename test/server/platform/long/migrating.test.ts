/**
 * Migrations while calls run: they let calls pass, they are repeated after a kill, and two runners at once apply each
 * file once.
 */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#platform/server/db/database.ts";
import { courtesy, type Courtesy, migrate, migrationFile, MigrationStopped } from "#platform/server/db/migrate.ts";
import { sharesOf } from "#platform/server/db/turns.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";

/** Waits as in production would make the tests last minutes. */
const QUICK = { lock: 100, pause: 100, patience: 10_000, statement: 10_000 };

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());
beforeEach(() => fresh.owner.pool.query("DROP TABLE IF EXISTS planted; CREATE TABLE planted (id integer)"));

const owner = () => ({ ...fresh.connection, user: "acebay" });
let number = 0;
const nextName = () => `9${String((number += 1)).padStart(3, "0")}-planted.sql`;
async function run(sql: string, given: Partial<Courtesy> = {}, name = nextName()): Promise<string[]> {
  const db = openDatabase(owner(), 1);
  try {
    return await migrate(db.pool, undefined, { ...QUICK, ...given, files: [migrationFile(name, sql)] });
  } finally {
    await db.close();
  }
}
const read = async (text: string) => (await fresh.owner.pool.query(text)).rows;
const validity = () => read("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('planted_id')");

/** A transaction that uses the table until it is ended. */
async function usePlanted(): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client(owner());
  await client.connect();
  await client.query("BEGIN; SELECT count(*) FROM planted");
  return { end: () => client.end() };
}

test("a migration waits half as long as the least patient call, so that each call behind it gets its turn", () => {
  const patience = Object.values(sharesOf(12)).map(({ patienceMs }) => patienceMs);
  expect(courtesy.lock * 2).toBeLessThanOrEqual(Math.min(...patience));
});

test("a call waits behind a migration for no longer than its wait for a lock, and the migration gets through", async () => {
  const using = await usePlanted();
  const told: string[] = [];
  const migrating = run("ALTER TABLE planted ADD COLUMN more text", { pause: 300, onWait: (line) => told.push(line) });
  let slowest = 0;
  const until = performance.now() + 1_500;
  while (performance.now() < until) {
    const since = performance.now();
    await fresh.db.pool.query("SELECT FROM pg_class WHERE relname = 'nothing'");
    await fresh.owner.pool.query("SELECT count(*) FROM planted");
    slowest = Math.max(slowest, performance.now() - since);
  }
  await using.end();
  expect(await migrating).toHaveLength(1);
  expect(told.length).toBeGreaterThan(1);
  // Without a limit the first of them would have waited for the whole time.
  expect(slowest).toBeLessThan(1_000);
});

test("if the lock never becomes free, the migration ends with a sentence and changes nothing", async () => {
  const using = await usePlanted();
  const given = run("CREATE TABLE half (id integer); ALTER TABLE planted ADD COLUMN more text", { patience: 300 });
  await expect(given).rejects.toThrow(MigrationStopped);
  await using.end();
  expect(await read("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
});

test("a statement that takes too long is undone, and the operator may give it longer", async () => {
  const name = nextName();
  const slow = "ALTER TABLE planted ADD COLUMN more text; SELECT pg_sleep(0.4)";
  await expect(run(slow, { statement: 100 }, name)).rejects.toThrow("--seconds");
  expect(await run(slow, { statement: 0 }, name)).toEqual([name]);
});

test("two at once apply a file once, also while an index is made outside a transaction", async () => {
  const using = await usePlanted();
  const name = nextName();
  const index =
    "-- Outside a transaction: an index\nCREATE INDEX CONCURRENTLY IF NOT EXISTS planted_id ON planted (id);";
  const both = Promise.all([run(index, {}, name), run(index, {}, name)]);
  await sleep(300);
  await using.end();
  expect((await both).flat()).toEqual([name]);
  expect(await validity()).toEqual([{ valid: true }]);
});

test("an index that a kill left unfinished is made anew", async () => {
  const name = nextName();
  const index = `-- Outside a transaction: an index
    -- As calls need it; not only for them.
    CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS planted_id ON planted (id);`;
  await fresh.owner.pool.query("INSERT INTO planted VALUES (1), (1)");
  await expect(run(index, {}, name)).rejects.toThrow(name);
  expect(await validity()).toEqual([{ valid: false }]);
  await fresh.owner.pool.query("TRUNCATE planted");
  expect(await run(index, {}, name)).toEqual([name]);
  expect(await validity()).toEqual([{ valid: true }]);
});

test("killed in the middle, the next run completes it", async () => {
  await fresh.owner.pool.query("INSERT INTO planted SELECT n FROM generate_series(1, 40) n");
  const name = nextName();
  // Half a second of batches, each committed by itself.
  const filling = `-- Outside a transaction: rows in batches
    DO $$ BEGIN LOOP
      UPDATE planted SET id = id + 1000 WHERE id IN (SELECT id FROM planted WHERE id <= 1000 LIMIT 2);
      EXIT WHEN NOT FOUND;
      COMMIT;
      PERFORM pg_sleep(0.03);
    END LOOP; END $$;`;
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `
      const { openDatabase } = await import("#platform/server/db/database.ts");
      const { migrate, migrationFile } = await import("#platform/server/db/migrate.ts");
      const db = openDatabase(${JSON.stringify(owner())}, 1);
      await migrate(db.pool, undefined, { files: [migrationFile(${JSON.stringify(name)}, ${JSON.stringify(filling)})] });`,
    ],
    { stdio: "inherit" },
  );
  await expect.poll(() => read("SELECT FROM planted WHERE id > 1000 LIMIT 1")).toHaveLength(1);
  child.kill("SIGKILL");
  expect(await read(`SELECT FROM schema_migrations WHERE name = '${name}'`)).toEqual([]);
  expect(await run(filling, {}, name)).toEqual([name]);
  expect(await read("SELECT DISTINCT id BETWEEN 1001 AND 1040 AS once FROM planted")).toEqual([{ once: true }]);
});
