/**
 * `npm run recover` as an operator runs it, from a copy of the embedded database's files and its log: whoever was deleted
 * after the moment stays deleted, and what prevents a deletion is said.
 */
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { ownerOf, startEmbedded } from "#platform/server/db/embedded.ts";
import { browserAt, pay, shoot } from "../../trials/alerts/people.ts";
import { bodyOf, type Calls } from "../calls.ts";
import { isKnown } from "../processes.ts";
import { endAll, serve } from "../server-process.ts";
import { surroundings } from "../surroundings.ts";
import { outboxOf } from "../demo.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-recover-"));
// Under root the database runs as another user, who passes through this folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, "data");
const kept = join(folder, "kept");
/** The list that the server keeps on another disk, and the one that a copy leaves beside it. */
const ownList = join(folder, "another-disk", "list");
mkdirSync(dirname(ownList));
const besideCopies = join(kept, "deletions");

interface Person extends Calls {
  id: string;
}
let leaver: Person;
let stayer: Person;
/** Has a claim that waits at the moment of the recovery, so the account cannot be deleted then. */
let claimant: Person;
let moment: string;

const run = (program: string, words: string[], env: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const given = { ...surroundings(), ...env };
    execFile(process.execPath, [`src/main/server/${program}.ts`, ...words], { env: given }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const copy = () => run("base-backup", [kept], { DATA_DIR: dataDir });
/** The same while commits come in. */
async function copyUnderLoad() {
  let over = false;
  const client = new pg.Client(ownerOf(dataDir));
  await client.connect();
  const load = (async () => {
    while (!over) await client.query("SELECT pg_current_xact_id()");
  })();
  const said = await copy();
  over = true;
  await load;
  await client.end();
  return said;
}
const copies = () =>
  readdirSync(kept)
    .filter((name) => name.startsWith("base-"))
    .toSorted();
/** A moment at which the copy of this number had just begun. */
function whileMade(number: number): string {
  const name = copies()[number] ?? "";
  const began = name.replace(/^base-(.*T\d+)-(\d+)-(\d+)-(\d+Z)$/, "$1:$2:$3.$4");
  return new Date(Date.parse(began) + 1).toISOString();
}

async function register(url: string, name: string): Promise<Person> {
  const browser = browserAt(url);
  const body = { name, email: `${name.toLowerCase()}@example.com`, phone: "555 010 0100" };
  const { user } = await bodyOf(browser.call(accountRoutes.register, { body }), 201);
  return { ...browser, id: user.id };
}

/** Deletes an account by its golfer, who proves who they are by the code in the demo's outbox. */
async function leave(person: Person): Promise<void> {
  await bodyOf(person.call(stepUpRoutes.stepUp), 202);
  const body = await outboxOf(person);
  const subject = (body as { to: string; subject: string }[]).find(({ subject: text }) =>
    /^\d{6} /.test(text),
  )?.subject;
  await bodyOf(person.call(stepUpRoutes.stepUp, { body: { code: subject?.slice(0, 6) } }), 200);
  expect((await person.call(profileRoutes.deleteUser, { params: { id: person.id } })).status).toBe(204);
}

/** Recovers into a new folder. @returns what was said, and the names of the three accounts in what was recovered */
async function recover(into: string, env: Record<string, string> = {}, words = [moment]) {
  const again = join(folder, into);
  const said = await run("recover", [kept, ...words], { DATA_DIR: again, ...env });
  const postgres = await startEmbedded(again);
  const client = new pg.Client(ownerOf(again));
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; name: string }>("SELECT id, name FROM users");
    const nameOf = (person: Person) => rows.find(({ id }) => id === person.id)?.name;
    return { ...said, names: [leaver, stayer, claimant].map(nameOf) };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

beforeAll(async () => {
  const env = { DELETIONS_FILE: ownList };
  await serve(dataDir, env);
  // The log is kept from the next start on.
  expect((await copy()).code).toBe(1);
  await endAll();
  const { url } = await serve(dataDir, env);
  leaver = await register(url, "Petra");
  stayer = await register(url, "Stella");
  claimant = await register(url, "Clara");
  expect(await copyUnderLoad()).toMatchObject({ code: 0, err: "" });
  // The log knows moments by its commits: one before the moment, and one after it.
  const paid = await bodyOf(pay(claimant), 200);
  const session = "session" in paid ? paid.session?.id : undefined;
  expect((await shoot(claimant, session ?? "", "left")).status).toBe(201);
  await sleep(50);
  moment = new Date().toISOString();
  await sleep(50);
  await leave(leaver);
  const ticks = await fetch(`${url}/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 60 }),
  });
  expect(ticks.status).toBe(200);
  expect(readFileSync(ownList, "utf8")).toMatch(new RegExp(`^\\S+Z ${leaver.id}\\n$`));
  expect(readFileSync(besideCopies, "utf8")).toBe("");
  // A list that cannot be written is told before anything is copied.
  renameSync(besideCopies, `${besideCopies}.away`);
  mkdirSync(besideCopies);
  const before = readdirSync(kept);
  expect(await copy()).toMatchObject({
    code: 1,
    err: expect.stringContaining(`The list of deletions ${besideCopies} cannot be written`),
  });
  expect(readdirSync(kept)).toEqual(before);
  rmdirSync(besideCopies);
  renameSync(`${besideCopies}.away`, besideCopies);
  expect((await copyUnderLoad()).code).toBe(0);
  // The kept log also gets what a clean end has written.
  await endAll();
}, 120_000);
afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

test("an account that was deleted after the moment is deleted again, with only the list on another disk", async () => {
  renameSync(besideCopies, `${besideCopies}.away`);
  const { code, out, err, names } = await recover("by-own", { DELETIONS_FILE: ownList });
  renameSync(`${besideCopies}.away`, besideCopies);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("Deleted again: 1 accounts of 1 ids\n");
  expect(out).toContain(`is the database of ${moment}, and its books agree.`);
  expect(names).toEqual(["Deleted player", "Stella", "Clara"]);
});

test("it is also deleted by the list beside the newest copy; if something prevents a deletion, the command says so and ends with 1", async () => {
  const list = readFileSync(besideCopies, "utf8");
  expect(list).toContain(leaver.id);
  writeFileSync(besideCopies, `${list}${moment} ${claimant.id}\n`);
  const { code, out, err, names } = await recover("by-copies");
  writeFileSync(besideCopies, list);
  expect(out).toContain("Deleted again: 1 accounts of 2 ids\n");
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^Not deleted: ${claimant.id}: .+\\n$`))]);
  expect(names).toEqual(["Deleted player", "Stella", "Clara"]);
});

test("without any list the command says so, and the account exists again", async () => {
  rmSync(besideCopies);
  const { code, out, names } = await recover("by-none");
  expect([code, names]).toEqual([0, ["Petra", "Stella", "Clara"]]);
  expect(out).toContain(`No list of deletions names anybody (${besideCopies})`);
});

/** What a recovery that did not happen has left in its data folder. */
const leftIn = (dataDirOf: string) => readdirSync(dataDirOf).filter((name) => !/^(owner\.|session-secret)/.test(name));

test("DELETIONS_FILE that is not there recovers nothing", async () => {
  const away = join(folder, "not-mounted", "list");
  const env = { DATA_DIR: join(folder, "unlisted"), DELETIONS_FILE: away };
  expect(await run("recover", [kept, moment], env)).toEqual({
    code: 1,
    out: "",
    err: expect.stringContaining(`The list of deletions of DELETIONS_FILE, ${away}, is not there: mount its disk`),
  });
  expect(leftIn(env.DATA_DIR)).toEqual([]);
});

test("for a moment after the log's last commit the command says at once how far the log reaches, and leaves nothing", async () => {
  const env = { DATA_DIR: join(folder, "too-late") };
  const since = performance.now();
  const { code, out, err } = await run("recover", [kept, "2099-01-01T00:00:00Z"], env);
  expect([code, out]).toEqual([1, ""]);
  const known = /^The log in (\S+) reaches only to (\S+Z): /.exec(err);
  expect(err).toMatch(/Name an earlier moment, or none for the newest\. .+\n$/);
  expect(known?.[1]).toBe(kept);
  const [reached, last] = [Date.parse(known?.[2] ?? ""), Date.now()];
  expect(reached).toBeGreaterThan(Date.parse(moment));
  expect(reached).toBeLessThan(last);
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(leftIn(env.DATA_DIR)).toEqual([]);
  // The same folder takes the database of the moment that the sentence names, and the newest.
  expect(await recover("too-late", {}, [known?.[2] ?? ""])).toMatchObject({ code: 0, err: "" });
  expect(await recover("newest", {}, [])).toMatchObject({ code: 0, err: "" });
});

test("for a moment at which the newest copy was being made it takes the copy before it, and says so when there is none", async () => {
  const env = { DATA_DIR: join(folder, "too-early") };
  const moments = [whileMade(0), whileMade(1)] as const;
  const first = join(kept, copies()[0] ?? "");
  const refused = async (at: string) => {
    const { code, out, err } = await run("recover", [kept, at], env);
    expect([code, out, err]).toEqual([
      1,
      "",
      expect.stringMatching(
        / has no copy that was whole at \S+Z: base-\S+Z was still being made\. Name a later moment\.\n$/,
      ),
    ]);
    expect(leftIn(env.DATA_DIR)).toEqual([]);
  };
  await refused(moments[0]);
  renameSync(first, `${first}.away`);
  await refused(moments[1]);
  renameSync(`${first}.away`, first);
  expect(await recover("older", {}, [moments[1]])).toMatchObject({ code: 0, err: "" });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s: a recovery leaves nothing", async (signal) => {
  const again = join(folder, signal);
  const child = spawn(process.execPath, ["src/main/server/recover.ts", kept], {
    env: { ...surroundings(), DATA_DIR: again },
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const files = [again, join(again, "unfinished")].map((one) => join(one, "postgres", "postmaster.pid"));
  await expect.poll(() => files.some((file) => existsSync(file)), { interval: 5 }).toBe(true);
  const database = Number(readFileSync(files.find((file) => existsSync(file)) ?? "", "utf8").split("\n")[0]);
  child.kill(signal);
  expect([await ended, isKnown(database), leftIn(again)]).toEqual([128 + constants.signals[signal], false, []]);
  expect(err).toMatch(/^Asked to end: nothing was recovered\./);
});
