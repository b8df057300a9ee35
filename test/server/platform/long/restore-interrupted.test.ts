/** A restore that does not come to its end leaves no database that a server would take for a whole one. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { dump } from "#platform/server/backup/dump.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { ownerOf } from "#platform/server/db/embedded.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { isKnown } from "#test/processes.ts";
import { endAll, run as runServer, serve } from "#test/server-process.ts";
import { surroundings } from "#test/surroundings.ts";

/** In the temporary folder itself, because under root the database runs as another user. */
const folder = mkdtempSync(join(tmpdir(), "acebay-interrupted-"));
const file = join(folder, "backup");
const server = openDatabase(inject("postgres").owner, 1);
const made: string[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await freshApp();
  await app.player("Rosa Restored");
  const client = new pg.Client(app.owner.pool.options);
  await client.connect();
  await dump(client, file, { version: "1.2.3", madeAt: new Date().toISOString() });
  await client.end();
});
afterAll(async () => {
  await endAll();
  for (const name of made) await server.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins a command of an operator. */
function begin(program: string, words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`src/main/server/${program}.ts`, ...words], {
    env: { ...surroundings(), DATA_DIR: join(folder, "none"), ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, code: new Promise<number | null>((done) => child.once("close", done)) };
}
/** The process of the database that is made in a data folder, once there is one. */
async function databaseIn(dataDir: string): Promise<number> {
  const files = [dataDir, join(dataDir, "unfinished")].map((one) => join(one, "postgres", "postmaster.pid"));
  const read = () => {
    const found = files.find((one) => existsSync(one));
    return found === undefined ? 0 : Number(readFileSync(found, "utf8").split("\n")[0]);
  };
  await expect.poll(read, { interval: 5 }).toBeGreaterThan(0);
  return read();
}

/** Waits until the database that is made in a data folder has its first table. */
const hasTables = (dataDir: string) =>
  expect
    .poll(
      async () => {
        const client = new pg.Client(ownerOf(join(dataDir, "unfinished")));
        client.on("error", () => undefined);
        try {
          await client.connect();
          return (await client.query("SELECT 1 FROM pg_class WHERE relname = 'schema_migrations'")).rows.length;
        } catch {
          return 0;
        } finally {
          await client.end().catch(() => undefined);
        }
      },
      { interval: 5 },
    )
    .toBe(1);

test.each([
  ["SIGINT", "starts"],
  ["SIGTERM", "is filled"],
  ["SIGHUP", "is filled"],
] as const)(
  "%s while the embedded database %s, twice as npm hands it on: neither files nor a process of it are left",
  async (signal, when) => {
    const dataDir = join(folder, signal);
    const { child, said, code } = begin("restore", [file], { DATA_DIR: dataDir });
    const database = await databaseIn(dataDir);
    if (when === "is filled") await hasTables(dataDir);
    child.kill(signal);
    child.kill(signal);
    const ended = await code;
    expect([isKnown(database), readdirSync(dataDir).filter((name) => !/^(owner\.|session-secret)/.test(name))]).toEqual(
      [false, []],
    );
    expect(ended).toBe(128 + constants.signals[signal]);
    expect(said().split("\n").slice(1)).toEqual([
      expect.stringMatching(/^Asked to end: nothing was restored\.( Nothing is left of it in .+\.)?$/),
      "",
    ]);
  },
);

test("killed: no server begins anew there, and the next restore clears it away and comes to its end", async () => {
  const dataDir = join(folder, "killed");
  const { child, code } = begin("restore", [file], { DATA_DIR: dataDir });
  const left = await databaseIn(dataDir);
  child.kill("SIGKILL");
  await code;
  const started = runServer(dataDir);
  expect([await started.ended, started.output()]).toEqual([
    1,
    `A restore or a recovery into ${dataDir} did not come to its end. Repeat it: it begins anew. Or remove ${join(dataDir, "unfinished")}, to begin without it.\n`,
  ]);
  const again = begin("restore", [file], { DATA_DIR: dataDir });
  expect([await again.code, again.said()]).toEqual([0, expect.stringMatching(/The books are clean\.\n$/)]);
  // Its parent was killed, so the ended process stays in the system's list until the system has collected it.
  await expect.poll(() => isKnown(left)).toBe(false);
  expect(existsSync(join(dataDir, "unfinished"))).toBe(false);
  await serve(dataDir);
  const client = new pg.Client(ownerOf(dataDir));
  await client.connect();
  const { rows } = await client.query("SELECT name FROM users WHERE name = 'Rosa Restored'");
  await client.end();
  expect(rows).toHaveLength(1);
});

const addressOf = (user: string, name: string) =>
  `postgres://${user}@/${name}?host=${encodeURIComponent(app.connection.host)}`;

/** A new database: the variables of its installation, and a look into it. */
async function empty() {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  made.push(name);
  const env = { DATABASE_URL: addressOf(app.connection.user, name), DATABASE_OWNER_URL: addressOf("acebay", name) };
  const tables = async () => {
    const db = openDatabase({ ...inject("postgres").owner, database: name }, 1);
    try {
      return (await db.pool.query<{ name: string }>("SELECT relname AS name FROM pg_class")).rows.map(
        (row) => row.name,
      );
    } finally {
      await db.close();
    }
  };
  return { env, tables };
}
const UNFINISHED =
  "A restore into the database of DATABASE_URL has not come to its end. Wait for it. If it was interrupted, drop the database, and restore into a new one.\n";

test.each([
  ["SIGKILL", null],
  ["SIGINT", 130],
] as const)(
  "%s into an external database: no server, no migration and no backup takes what is there",
  async (signal, wanted) => {
    const { env, tables } = await empty();
    const { child, said, code } = begin("restore", [file], env);
    await expect.poll(tables, { interval: 5 }).toContain("schema_migrations");
    child.kill(signal);
    expect(await code).toBe(wanted);
    if (signal === "SIGINT")
      expect(said()).toMatch(/Asked to end: nothing was restored\. .+ drop it, and restore into a new one\.\n$/);
    for (const program of ["server", "migrate"] as const) {
      const refused = begin(program, [], { ...env, PORT: "0" });
      expect([program, await refused.code, refused.said()]).toEqual([program, 1, UNFINISHED]);
    }
    // It would be the newest backup, and the next restore would take it.
    const backup = begin("backup", [join(folder, "of-a-part")], env);
    expect([await backup.code, backup.said()]).toEqual([1, `No backup was made: ${UNFINISHED}`]);
    expect(existsSync(join(folder, "of-a-part"))).toBe(false);
    const again = begin("restore", [file], env);
    expect([await again.code, again.said()]).toEqual([
      1,
      expect.stringMatching(/Nothing was restored\. A restore into this database did not come to its end/),
    ]);
  },
);

test("a restore into an external database leaves no mark of its own, and a server starts on it", async () => {
  const { env, tables } = await empty();
  const { code, said } = begin("restore", [file], env);
  expect([await code, said()]).toEqual([0, expect.stringMatching(/The books are clean\.\n$/)]);
  expect(await tables()).not.toContain("restore_unfinished");
  expect((await serve(join(folder, "external"), env)).url).toContain("http");
});
