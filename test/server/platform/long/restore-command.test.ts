/** `npm run restore` and `npm run backup` as an operator runs them: their exit codes, their sentences, and who stays deleted. */
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { dump } from "#platform/server/backup/dump.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { surroundings } from "#test/surroundings.ts";

const KEY = randomBytes(32).toString("hex");
const folder = mkdtempSync(join(tmpdir(), "acebay-restore-"));
/** As on another disk than the database's. */
const LIST = join(folder, "another-disk", "list");
/** Of its own: under root the database runs as another user, who may not pass through `folder`. */
const dataDir = mkdtempSync(join(tmpdir(), "acebay-restored-"));
const made: { name: string; db: Database }[] = [];
const server = openDatabase(inject("postgres").owner, 1);
let app: TestApp;
let first: string;
let gone: Player;
let goneLater: Player;

beforeAll(async () => {
  mkdirSync(dirname(LIST));
  app = await freshApp({ env: { DELETIONS_FILE: LIST } });
  [gone, goneLater] = [await app.player("Petra Past"), await app.player("Lars Later")];
  first = join(folder, "first");
  expect(await backup(first)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/first: \d+ rows of \d+ tables, .+, encrypted\n/),
  });
});
afterAll(async () => {
  for (const { name, db } of made) {
    await db.close();
    await server.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  await server.close();
  await app.close();
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true });
});

const addressOf = (database: string | undefined) =>
  `postgres://acebay@/${database}?host=${encodeURIComponent(app.connection.host)}`;

/** A database in which nothing is. */
async function empty(): Promise<{ name: string; db: Database; env: Record<string, string> }> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const one = { name, db: openDatabase({ ...inject("postgres").owner, database: name }, 1) };
  made.push(one);
  return { ...one, env: { DATABASE_URL: addressOf(name) } };
}

const run = (program: string, words: string[], env: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const all = { ...surroundings(), DATA_DIR: join(folder, "data"), BACKUP_KEY: KEY, ...env };
    execFile(process.execPath, [`src/main/server/${program}.ts`, ...words], { env: all }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const restore = (words: string[], env: Record<string, string> = {}) => run("restore", words, env);
const backup = (to: string) => run("backup", [to], { DATABASE_URL: addressOf(app.connection.database) });

const remove = async (person: Player) =>
  expect((await person.call(profileRoutes.deleteUser, { params: { id: person.id } })).status).toBe(204);
const nameOf = async ({ pool }: Database, { id }: Player) =>
  (await pool.query<{ name: string }>("SELECT name FROM users WHERE id = $1", [id])).rows[0]?.name;

test("without arguments, or with too many, it prints its usage", async () => {
  for (const words of [[], ["a", "b"]]) {
    const { code, err } = await restore(words);
    expect([code, err]).toEqual([2, "Usage: npm run restore -- FILE [--check] [--deleted IDS]\n"]);
  }
});

test("--check says that a file is whole and restores nothing; without the key, of a damaged or an absent one it fails", async () => {
  const { code, out } = await restore([first, "--check"], { DATA_DIR: dataDir });
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/first is whole: \d+ rows of \d+ tables, of 20.+Z, by Acebay [\d.]+\n$/),
  ]);
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  const damaged = join(folder, "damaged");
  writeFileSync(damaged, readFileSync(first).subarray(0, -20));
  for (const [file, env, why] of [
    [first, { BACKUP_KEY: "" }, /is encrypted: set BACKUP_KEY/],
    [damaged, {}, /is damaged|is cut off/],
    [join(folder, "nowhere"), {}, /cannot be read/],
  ] as const) {
    const said = await restore([file, "--check"], env);
    expect([said.code, said.out, said.err]).toEqual([1, "", expect.stringMatching(why)]);
    expect(said.err).toMatch(/^Nothing was restored\. /);
  }
});

test("a folder that is not there is named, and nothing is written", async () => {
  const missing = join(folder, "missing");
  for (const to of [`${missing}/`, join(missing, "file")]) {
    expect(await backup(to)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no folder ${missing}`),
    });
    expect(existsSync(missing)).toBe(false);
  }
});

test("a backup waits for a lock longer than a call would", async () => {
  const client = new pg.Client(app.owner.pool.options);
  await client.connect();
  // A call's limit, shortened.
  await client.query("SET lock_timeout = 100");
  const locked = Promise.withResolvers<void>();
  const holder = app.owner.transaction(async (tx) => {
    await tx.read("LOCK TABLE users IN ACCESS EXCLUSIVE MODE", []);
    locked.resolve();
    await sleep(1_000);
  });
  await locked.promise;
  const about = { version: "1.2.3", madeAt: new Date().toISOString() };
  expect((await dump(client, join(folder, "patient"), about)).tables).toBeGreaterThan(50);
  await holder;
  await client.end();
});

test("a name that is taken is refused by a backup, also when it is taken while the backup is made", async () => {
  const before = readFileSync(first);
  expect(await backup(first)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/first is there already: name another/),
  });
  const file = join(folder, "meanwhile");
  const client = new pg.Client(app.owner.pool.options);
  await client.connect();
  const about = { version: "1.2.3", madeAt: new Date().toISOString() };
  const query = client.query.bind(client);
  // Somebody else's file appears after the first statement.
  client.query = ((...given: Parameters<typeof query>) => {
    if (!existsSync(file)) writeFileSync(file, "somebody else's");
    return query(...given);
  }) as typeof client.query;
  await expect(dump(client, file, about)).rejects.toThrow(/meanwhile is there already/);
  await client.end();
  expect(readFileSync(file, "utf8")).toBe("somebody else's");
  expect(readFileSync(first).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes(".making-"))).toEqual([]);
});

test("accounts that were deleted after the backup are deleted again by the list that the server writes on another disk", async () => {
  await remove(gone);
  await app.jobs.runAll();
  expect(readFileSync(LIST, "utf8")).toMatch(new RegExp(`^\\d{4}-\\S+Z ${gone.id}\\n$`));
  expect(statSync(LIST).mode & 0o777).toBe(0o600);
  // What a killed process left of a line does not hide the next.
  appendFileSync(LIST, `2026-11-21T16:00:00.000Z ${goneLater.id.slice(0, 9)}`);
  await app.jobs.runAll();
  const target = await empty();
  const { code, out, err } = await restore([first], { ...target.env, DELETIONS_FILE: LIST });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/Deleted again: 1 accounts of 1 ids\nRestored.*\. The books are clean\.\n$/);
  expect(await nameOf(target.db, gone)).toBe("Deleted player");
  expect(await nameOf(target.db, goneLater)).toBe("Lars Later");
  await remove(goneLater);
  await app.jobs.runAll();
  expect(readFileSync(LIST, "utf8")).toMatch(new RegExp(`\\n\\S+ ${goneLater.id}\\n$`));
});

test("without such a list it says so, and the list that the next backup leaves beside it is found", async () => {
  const target = await empty();
  const alone = await restore([first], target.env);
  expect([alone.code, await nameOf(target.db, gone)]).toEqual([0, "Petra Past"]);
  expect(alone.out).toContain(`No list of deletions names anybody (${join(folder, "deletions")})`);
  expect((await backup(join(folder, "second"))).code).toBe(0);
  const again = await empty();
  expect((await restore([first], again.env)).out).toContain("Deleted again: 2 accounts of 2 ids");
  expect([await nameOf(again.db, gone), await nameOf(again.db, goneLater)]).toEqual([
    "Deleted player",
    "Deleted player",
  ]);
  rmSync(join(folder, "deletions"), { force: true });
});

test("DELETIONS_FILE that is not there restores nothing, also where a list beside the backup names somebody", async () => {
  const beside = join(folder, "deletions");
  writeFileSync(beside, `2026-11-21T16:00:00.000Z ${gone.id}\n`);
  const target = await empty();
  const away = join(folder, "not-mounted", "list");
  const { code, out, err } = await restore([first], { ...target.env, DELETIONS_FILE: away });
  rmSync(beside);
  expect([code, out, err]).toEqual([
    1,
    "",
    `Nothing was restored. The list of deletions of DELETIONS_FILE, ${away}, is not there: mount its disk, or mend the name. If there is no such list, because no account was ever deleted, start without DELETIONS_FILE.\n`,
  ]);
  expect((await target.db.pool.query("SELECT to_regclass('users') AS users")).rows).toEqual([{ users: null }]);
});

test("the role that serves may not restore, and is told to set the owner's address", async () => {
  const { name } = await empty();
  const serving = addressOf(name).replace("//acebay@", "//acebay_app@");
  const { code, err } = await restore([first], { DATABASE_URL: serving });
  expect([code, err]).toEqual([
    1,
    "Nothing was restored. The role of DATABASE_URL may not do this, and DATABASE_OWNER_URL is not set: set it, as in owner.env, and run it again.\n",
  ]);
});

test("a list of deletions that cannot be written is told before a backup is made", async () => {
  const to = mkdtempSync(join(folder, "unlisted-"));
  mkdirSync(join(to, "deletions"));
  const list = `The list of deletions ${join(to, "deletions")} cannot be written: EISDIR`;
  expect(await backup(to)).toMatchObject({ code: 1, err: expect.stringContaining(`No backup was made: ${list}`) });
  expect(readdirSync(to)).toEqual(["deletions"]);
});

test("one that could not be completed afterwards has an exit code of its own: the backup is whole, and noted", async () => {
  const to = mkdtempSync(join(folder, "half-listed-"));
  const [file, list] = [join(to, "fourth"), join(to, "deletions")];
  let ended: ReturnType<typeof backup> | undefined;
  await app.owner.transaction(async (tx) => {
    // The backup has begun and waits.
    await tx.read("LOCK TABLE users IN ACCESS EXCLUSIVE MODE", []);
    ended = backup(file);
    await expect.poll(() => readdirSync(to)).toContainEqual(expect.stringContaining("fourth.making-"));
    rmSync(list);
    mkdirSync(list);
  });
  expect(await ended).toEqual({
    code: 3,
    out: expect.stringMatching(/fourth: \d+ rows of \d+ tables, .+, encrypted\n$/),
    err: expect.stringMatching(
      /The list of deletions .+ was not completed: EISDIR.+\. A restore would bring back who left/,
    ),
  });
  expect((await restore([file, "--check"])).err).toContain(
    `Nothing was restored. The list of deletions ${list} cannot be`,
  );
  rmSync(list, { recursive: true });
  expect((await restore([file, "--check"])).code).toBe(0);
  const { rows } = await app.db.pool.query(
    "SELECT detail FROM audit_trail WHERE action = 'backup.made' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ detail: { file: "fourth" } }]);
});

test("a database or a folder that is in use is refused, and nothing in it changes", async () => {
  const used = await restore([first], { DATABASE_URL: addressOf(app.connection.database) });
  expect([used.code, used.err]).toEqual([
    1,
    expect.stringMatching(/^Nothing was restored\. The database is not empty: it has .+\. Restore into a new one\.\n$/),
  ]);
  expect(await nameOf(app.owner, gone)).toBe("Deleted player");
});

test("into a new DATA_DIR, with --deleted; what prevents a deletion is said and ends with 1, and the folder is refused then", async () => {
  const playing = await app.player("Pavel Pending");
  await claim(playing, (await play(playing)).id, "left");
  const file = join(folder, "third");
  expect((await backup(file)).code).toBe(0);
  rmSync(join(folder, "deletions"), { force: true });
  const ids = join(folder, "ids");
  writeFileSync(ids, `${playing.id}\nnobody\n`);
  const env = { DATA_DIR: dataDir };
  const { code, out, err } = await restore([file, "--deleted", ids], env);
  expect(out).toContain("Deleted again: 0 accounts of 2 ids");
  expect(err).toContain(`Not deleted: ${playing.id}: `);
  expect(err).toContain(`Not deleted: "nobody" is no account's id`);
  expect(code).toBe(1);
  const again = await restore([file], env);
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/has a database\. Restore into another DATA_DIR/)]);
  const wrong = await restore([file, "--deleted", join(folder, "no-such-list")], { DATA_DIR: join(folder, "newer") });
  expect([wrong.code, existsSync(join(folder, "newer", "postgres"))]).toEqual([1, false]);
});
