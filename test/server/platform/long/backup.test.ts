/** A backup is one moment of a database in use; restored elsewhere it is that database, and it is refused where it is not whole. */
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { eraseAgain } from "#main/server/erase-again.ts";
import { dump } from "#platform/server/backup/dump.ts";
import { checkBackup, load } from "#platform/server/backup/load.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { migrate, migrationFiles } from "#platform/server/db/migrate.ts";
import { prepareServing } from "#platform/server/db/serving.ts";
import { buy, claim, freshApp, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { secondApp } from "#test/second.ts";
import { surroundings } from "#test/surroundings.ts";

const KEY = randomBytes(32).toString("hex");
const ABOUT = { version: "1.2.3", madeAt: "2026-11-22T17:00:00.000Z" };
const folder = mkdtempSync(join(tmpdir(), "acebay-backup-"));
const made: { name: string; db: Database }[] = [];
const server = openDatabase(inject("postgres").owner, 1);
let app: TestApp;
let golfer: Player;

beforeAll(async () => {
  app = await freshApp();
  golfer = await app.player("Gwen Golfer");
  const session = await play(golfer);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
});
afterAll(async () => {
  for (const { name, db } of made) {
    await db.close();
    await server.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  await server.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** A database in which nothing is. */
async function empty(): Promise<{ name: string; db: Database }> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const one = { name, db: openDatabase({ ...inject("postgres").owner, database: name }, 2) };
  made.push(one);
  return one;
}

async function backUp(from: Database = app.owner, key?: string): Promise<string> {
  const file = join(folder, randomUUID());
  const client = new pg.Client(from.pool.options);
  await client.connect();
  try {
    await dump(client, file, ABOUT, key);
  } finally {
    await client.end();
  }
  return file;
}

async function restored(file: string, key?: string): Promise<{ name: string; db: Database }> {
  const target = await empty();
  await load(target.db.pool, file, await checkBackup(file, key), key);
  await migrate(target.db.pool);
  await prepareServing(target.db.pool, app.connection.user);
  return target;
}

/** Each table's number of rows and a sum of all that stands in them, but for what a crash may empty as well. */
async function contentOf({ pool }: Database): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname IN ('public', 'sandbox')`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await pool.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS sum FROM ${name} t`,
    );
    content[name] = sums[0]?.sum ?? "";
  }
  return content;
}

/** What guards the rows: foreign keys, triggers, and the place of each sequence. */
async function guardsOf({ pool }: Database): Promise<unknown[]> {
  const ask = async (query: string) => (await pool.query(query)).rows;
  return [
    await ask(
      "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2",
    ),
    await ask(
      "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r') ORDER BY 1, 2",
    ),
    await ask("SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2"),
  ];
}

test.each([
  ["plain", undefined],
  ["encrypted", KEY],
])("every row, sequence and guard is there again: %s", async (_how, key) => {
  await app.jobs.stop();
  const file = await backUp(app.owner, key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes("Gwen")).toBe(false);
  const { db } = await restored(file, key);
  expect(await contentOf(db)).toEqual(await contentOf(app.owner));
  expect(await guardsOf(db)).toEqual(await guardsOf(app.owner));
});

test("made while golfers pay and play it is of one moment: the books are clean, and the game goes on", async () => {
  const later = await app.player();
  let over = false;
  const crowd = Array.from({ length: 4 }, async () => {
    const person = await app.player();
    while (!over) {
      const { body } = await buy(person, { pack: { packageId: 3, price: 1 } });
      await shoot(person, body.session.id);
    }
  });
  const files: string[] = [];
  while (files.length < 3) files.push(await backUp());
  over = true;
  await Promise.all(crowd);
  for (const file of files) {
    const { db } = await restored(file);
    expect((await auditBooks(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  }
  const { name } = made.at(-1) ?? (await empty());
  const second = await secondApp({ connection: { ...app.connection, database: name }, clock: app.clock });
  try {
    const { status, body } = await buy(second.browser(later), { pack: { packageId: 3, price: 1 } });
    expect(status).toBe(200);
    expect((await shoot(second.browser(later), body.session.id)).status).toBe(201);
  } finally {
    await second.close();
  }
});

describe("nothing is restored", () => {
  const said = (file: string, key?: string) =>
    checkBackup(file, key).then(
      () => "it is whole",
      (error: Error) => error.message,
    );

  test("of a file that is cut off anywhere, or changed", async () => {
    for (const key of [undefined, KEY]) {
      const whole = readFileSync(await backUp(app.owner, key));
      for (let cut = 0; cut < 8; cut++) {
        const file = join(folder, randomUUID());
        writeFileSync(file, whole);
        truncateSync(file, Math.floor((whole.length * cut) / 8));
        expect(await said(file, key)).toMatch(/cut off|damaged|no backup/);
        const at = Math.floor((whole.length * (cut + 0.5)) / 8);
        writeFileSync(
          file,
          Buffer.concat([whole.subarray(0, at), Buffer.from([(whole[at] ?? 0) ^ 1]), whole.subarray(at + 1)]),
        );
        expect(await said(file, key)).toMatch(/cut off|damaged|no backup|does not know/);
      }
    }
  });

  test("without the key, or with another", async () => {
    const file = await backUp(app.owner, KEY);
    expect(await said(file)).toMatch(/is encrypted: set BACKUP_KEY/);
    expect(await said(file, randomBytes(32).toString("hex"))).toMatch(/BACKUP_KEY is not the one/);
  });

  test("of what is no backup, or is not there", async () => {
    expect(await said("package.json")).toMatch(/no backup of Acebay/);
    expect(await said(join(folder, "nowhere"))).toMatch(/cannot be read/);
  });

  test("of a newer version's", async () => {
    await app.owner.pool.query("INSERT INTO schema_migrations (name, checksum) VALUES ('9999-later.sql', 'x')");
    const file = await backUp();
    await app.owner.pool.query("DELETE FROM schema_migrations WHERE name = '9999-later.sql'");
    expect(await said(file)).toMatch(/made by Acebay 1\.2\.3, which has 9999-later\.sql/);
  });

  test("into a database in which something is", async () => {
    const file = await backUp();
    const before = await contentOf(app.owner);
    await expect(load(app.owner.pool, file, await checkBackup(file))).rejects.toThrow(/is not empty/);
    expect(await contentOf(app.owner)).toEqual(before);
  });
});

test("a folder without a database, or a name that is taken, is refused, and nothing is made", async () => {
  const dataDir = join(folder, "mistaken");
  const run = async (file: string) =>
    promisify(execFile)(process.execPath, ["src/main/server/backup.ts", file], {
      env: { ...surroundings(), DATA_DIR: dataDir },
    }).then(
      () => "done",
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
    );
  expect(await run(join(folder, "new"))).toMatch(/^1 No backup was made: .+ has no database\. Set DATA_DIR/);
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  expect(await run("package.json")).toMatch(/^1 package\.json is there already/);
});

test("a backup of an older version is brought to this one", async () => {
  const names = migrationFiles().map(({ name }) => name);
  const { db: older } = await empty();
  await migrate(older.pool, new Set(names.slice(0, -3)));
  const file = await backUp(older);
  const target = await empty();
  await load(target.db.pool, file, await checkBackup(file));
  expect(await migrate(target.db.pool)).toEqual(names.slice(-3));
});

test("accounts that were deleted since the backup are deleted again, and what prevents one is said", async () => {
  const [gone, playing] = [await app.player("Petra Past"), await app.player("Pavel Playing")];
  await play(playing);
  const file = await backUp();
  await gone.call(profileRoutes.deleteUser, { params: { id: gone.id } });
  const { db } = await restored(file);
  const { erased, left } = await eraseAgain(db, app.clock, [gone.id, playing.id, randomUUID(), "nobody"]);
  expect(erased).toBe(1);
  expect(left).toEqual([expect.stringContaining(playing.id), '"nobody" is no account\'s id']);
  const { rows } = await db.pool.query("SELECT name FROM users WHERE id = $1", [gone.id]);
  expect(rows).toEqual([{ name: "Deleted player" }]);
});
