/** A drill that is asked to end while it restores into an embedded database leaves no customer's data and no process. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dump } from "#platform/server/backup/dump.ts";
import { isKnown } from "#test/processes.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";
import { endAll, serve } from "#test/server-process.ts";
import { surroundings } from "#test/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-drill-ended-"));
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await endAll();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (user: string) =>
  `postgres://${user}@/${fresh.connection.database}?host=${encodeURIComponent(fresh.connection.host)}`;

/** Begins a drill of a data folder, which makes its own backup unless it gets one. */
function begin(dataDir: string, env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, ["src/main/server/drill.ts", ...words], {
    env: { ...surroundings(), DATA_DIR: dataDir, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, code: new Promise<number | null>((done) => child.once("close", done)) };
}
/** The process of a data folder's database, once there is one. */
async function databaseOf(dataDir: string): Promise<number> {
  const file = join(dataDir, "postgres", "postmaster.pid");
  const read = () => (existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0);
  await expect.poll(read, { interval: 5 }).toBeGreaterThan(0);
  return read();
}
const told = async () =>
  (await fresh.owner.pool.query("SELECT action FROM audit_trail WHERE subject = 'backup' ORDER BY id")).rows;

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s, twice as npm hands it on: the backup and the restored database are gone, and nothing is told",
  async (signal) => {
    const external = { DATABASE_URL: addressOf("acebay_app"), DATABASE_OWNER_URL: addressOf("acebay") };
    const { child, said, code } = begin(folder, external);
    const database = await databaseOf(join(folder, "drill"));
    child.kill(signal);
    child.kill(signal);
    const ended = await code;
    expect([isKnown(database), existsSync(join(folder, "drill")), await told()]).toEqual([false, false, []]);
    expect(said()).toBe("Asked to end, the drill was broken off: nothing is left of it, and nothing was noted.\n");
    expect(ended).toBe(128 + constants.signals[signal]);
  },
);

test("asked to end while it backs up an installation that no server uses, it ends that database, too", async () => {
  const own = join(folder, "own");
  await serve(own);
  await endAll();
  const { child, code } = begin(own, {});
  const database = await databaseOf(own);
  child.kill("SIGINT");
  expect(await code).toBe(130);
  expect([isKnown(database), existsSync(join(own, "drill"))]).toEqual([false, false]);
  expect((await serve(own)).url).toContain("http");
});

test("a database that does not answer when the result is noted is not waited for: the result was said, and nothing is left", async () => {
  const file = join(folder, "backup");
  const client = new pg.Client(fresh.owner.pool.options);
  await client.connect();
  await dump(client, file, { version: "1.2.3", madeAt: new Date().toISOString() });
  await client.end();
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as AddressInfo; // It listens on an address.
  const { code, said } = begin(folder, { DATABASE_URL: `postgres://u:x@127.0.0.1:${port}/acebay` }, [file]);
  expect([await code, said()]).toEqual([
    1,
    expect.stringMatching(/backup is good: .+\nThis was not noted\. The database cannot be reached \(.+\)/),
  ]);
  expect(existsSync(join(folder, "drill"))).toBe(false);
  silent.close();
});
