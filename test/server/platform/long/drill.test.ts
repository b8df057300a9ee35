/** A drill proves a backup by restoring it, tells the audit trail and the metrics, and leaves nothing. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFigures } from "#main/server/metrics-figures.ts";
import { makeScratch, withDatabase } from "#platform/server/db/scratch.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";
import { isKnown } from "#test/processes.ts";
import { surroundings } from "#test/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-drill-"));
const scratch = join(folder, "drill");
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (user: string) => {
  const { database, host } = fresh.connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
};
function start(program: string, ...words: string[]) {
  return startWith({ DATABASE_OWNER_URL: addressOf("acebay") }, program, words);
}
function startWith(env: Record<string, string>, program: string, words: string[]) {
  return spawn(process.execPath, [`src/main/server/${program}.ts`, ...words], {
    env: { ...surroundings(), DATA_DIR: folder, DATABASE_URL: addressOf("acebay_app"), ...env },
  });
}
const run = (program: string, ...words: string[]) => ended(start(program, ...words));
async function ended(child: ReturnType<typeof start>): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  return { code, output };
}
const told = async () =>
  (await fresh.owner.pool.query("SELECT action, detail FROM audit_trail WHERE subject = 'backup' ORDER BY id")).rows;
const figures = async () =>
  new Map((await readFigures(fresh.db, new Date())).map(({ name, values }) => [name, values[0]?.[1]]));
/** The scratch database's process, while it runs. */
const postmaster = () => Number(readFileSync(join(scratch, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

test("a backup that is made for it, and the newest of a folder, are restored, audited and told", async () => {
  expect((await figures()).has("acebay_backup_drill_well")).toBe(false);
  const made = await run("drill");
  expect(made.output).toContain("is good");
  expect(made.code).toBe(0);
  expect(existsSync(scratch)).toBe(false);
  expect(await told()).toMatchObject([{ action: "backup.proven", detail: { rows: expect.any(Number) } }]);
  expect((await figures()).get("acebay_backup_drill_well")).toBe(1);
  expect((await figures()).get("acebay_backup_proven_age_seconds")).toBeLessThan(120);
});

test("books that do not agree, and a file that is none, are told", async () => {
  await fresh.owner.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE key = 'pot:1'");
  const wrong = await run("drill");
  expect(wrong.output).toContain("NOT good: its books do not agree");
  expect(wrong.code).toBe(1);
  writeFileSync(join(folder, "nothing"), "nothing");
  expect((await run("drill", join(folder, "nothing"))).output).toContain("is no backup");
  expect(await told()).toMatchObject([
    { action: "backup.proven" },
    { action: "backup.not_proven", detail: { of: expect.stringContaining("T") } },
    { action: "backup.not_proven", detail: { file: "nothing", of: "" } },
  ]);
  expect((await figures()).get("acebay_backup_drill_well")).toBe(0);
  expect((await figures()).get("acebay_backup_proven_age_seconds")).toBeGreaterThan(0);
  await fresh.owner.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE key = 'pot:1'");
});

test("a backup that is made by the command is noted, and the newest of its folder is what a drill takes", async () => {
  const backups = join(folder, "backups");
  mkdirSync(backups);
  expect(await run("backup", join(backups, "one"))).toMatchObject({ code: 0 });
  expect((await told()).at(-1)).toMatchObject({ action: "backup.made", detail: { file: "one" } });
  expect((await run("drill", backups)).output).toContain("one is good");
  expect((await told()).at(-1)).toMatchObject({ action: "backup.proven", detail: { file: "one" } });
});

test("what a killed drill leaves is removed by the next one", async () => {
  const killed = start("drill");
  await expect.poll(() => existsSync(join(scratch, "postgres", "postmaster.pid")) && postmaster()).toBeGreaterThan(0);
  const left = postmaster();
  killed.kill("SIGKILL");
  const next = await run("drill");
  expect(next.code).toBe(0);
  expect(existsSync(scratch)).toBe(false);
  // Its parent was killed, so the ended process stays in the system's list until the system has collected it.
  await expect.poll(() => isKnown(left)).toBe(false);
});

/** The database that a drill makes beside the one in use. */
const beside = () => `${fresh.connection.database ?? ""}_drill`;
const isThere = async () =>
  (await fresh.owner.pool.query("SELECT 1 FROM pg_database WHERE datname = $1", [beside()])).rows.length === 1;

test("a drill beside the database in use needs no programs, and leaves no database", async () => {
  const backups = join(folder, "nightly");
  mkdirSync(backups);
  expect(await run("backup", backups)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/acebay-\d{8}T\d{6}Z: \d/),
  });
  const drilled = await run("drill", backups, "--database");
  expect(drilled.output).toContain("is good");
  expect(drilled.code).toBe(0);
  expect((await told()).at(-1)).toMatchObject({
    action: "backup.proven",
    detail: { file: expect.stringMatching(/^acebay-/) },
  });
  expect(await isThere()).toBe(false);
});

test("books that do not agree are told of a drill beside the database in use, too", async () => {
  await fresh.owner.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE key = 'pot:1'");
  const wrong = await run("drill", "--database");
  await fresh.owner.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE key = 'pot:1'");
  expect(wrong.output).toContain("NOT good: its books do not agree");
  expect(wrong.code).toBe(1);
  expect(await isThere()).toBe(false);
});

test("a database of the same name that no drill has made stays, and a second drill at the same time is refused", async () => {
  const before = await told();
  await fresh.owner.pool.query(`CREATE DATABASE ${beside()}`);
  const refused = await run("drill", "--database");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("that no drill has made") });
  expect(await isThere()).toBe(true);
  await fresh.owner.pool.query(`DROP DATABASE ${beside()}`);
  const { connection } = fresh;
  const taken = await makeScratch(addressOf("acebay"));
  const admitted = async (role: string) =>
    (await fresh.owner.pool.query("SELECT has_database_privilege($1, $2, 'CONNECT') AS may", [role, beside()])).rows[0];
  expect(await admitted(connection.user ?? "")).toEqual({ may: false });
  expect(await run("drill", "--database")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Another drill runs"),
  });
  await taken.remove();
  expect(await told()).toEqual(before);
});

test("a folder without PostgreSQL's programs is the drill's own trouble: it is named, and nothing is noted", async () => {
  const before = await told();
  const programs = mkdtempSync(join(tmpdir(), "acebay-no-programs-"));
  // Under root the database's programs are run by another user.
  chmodSync(programs, 0o755);
  expect(await run("drill", "--programs", programs)).toEqual({
    code: 1,
    output: `--programs ${programs}: there is no initdb in it. Name the folder of PostgreSQL's programs, such as /usr/lib/postgresql/15/bin\n`,
  });
  // Programs that are there and do not work.
  for (const name of ["initdb", "postgres", "pg_ctl"]) symlinkSync("/bin/false", join(programs, name));
  const { code, output } = await run("drill", "--programs", programs);
  expect([code, output]).toEqual([1, expect.stringContaining("The database could not be made in")]);
  rmSync(programs, { recursive: true });
  expect(output).not.toContain("NOT good");
  expect(await told()).toEqual(before);
});

test("a role that may make no database is told the statement that lets it, or to set the owner's address", async () => {
  const made = join(folder, "by-owner");
  expect((await run("backup", made)).code).toBe(0);
  expect(await ended(startWith({}, "drill", [made, "--database"]))).toEqual({
    code: 1,
    output:
      "The role of DATABASE_URL may not do this, and DATABASE_OWNER_URL is not set: set it, as in owner.env, and run it again.\n",
  });
  await expect(makeScratch(addressOf("acebay_app"))).rejects.toThrow(
    'As the superuser of its server: ALTER ROLE "acebay_app" CREATEDB',
  );
});

test("asked to end, a drill beside the database in use removes its database and tells nothing; killed, the next one does", async () => {
  const before = await told();
  const asked = start("drill", "--database");
  await expect.poll(isThere).toBe(true);
  asked.kill("SIGTERM");
  expect(await new Promise((done) => asked.once("exit", done))).toBe(143);
  expect(await isThere()).toBe(false);
  expect(await told()).toEqual(before);
  const killed = start("drill", "--database");
  await expect.poll(isThere).toBe(true);
  killed.kill("SIGKILL");
  await new Promise((done) => killed.once("exit", done));
  expect(await isThere()).toBe(true);
  // PostgreSQL notices that a client is gone when it speaks to it.
  await expect.poll(() => run("drill", "--database"), { timeout: 30_000 }).toMatchObject({ code: 0 });
  expect(await isThere()).toBe(false);
});

test("a drill that is killed right after it has made its database leaves nothing that stops the next one", async () => {
  const made = `CREATE DATABASE ${beside()} TEMPLATE template0 ALLOW_CONNECTIONS false`;
  await fresh.owner.pool.query(made);
  // Somebody else has locked theirs.
  expect(await run("drill", "--database")).toMatchObject({ code: 1 });
  await fresh.owner.pool.query(`DROP DATABASE ${beside()}`);
  await fresh.owner.pool.query(`${made} CONNECTION LIMIT 7306431`);
  expect(await run("drill", "--database")).toMatchObject({ code: 0 });
  expect(await isThere()).toBe(false);
});

test("an address gets another database, whatever its form", () => {
  expect(withDatabase("postgres://a:b@h:1/acebay?x=/y", "acebay_drill")).toBe("postgres://a:b@h:1/acebay_drill?x=/y");
  expect(withDatabase("postgres://a@/acebay?host=/run", "d")).toBe("postgres://a@/d?host=/run");
  expect(withDatabase("postgres://a@h", "d")).toBe("postgres://a@h/d");
  expect(withDatabase("postgres://a@h?x=1", "d")).toBe("postgres://a@h/d?x=1");
});
