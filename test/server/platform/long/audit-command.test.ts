/** `npm run audit` as an operator runs it: on an external database, and on an embedded one beside its server. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { ownerOf } from "#platform/server/db/embedded.ts";
import { freshApp, play, shoot, type TestApp } from "#test/app.ts";
import { surroundings } from "#test/surroundings.ts";

const BREAK = "UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE key = 'house_funding'";
const MEND = "UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE key = 'house_funding'";
const clean = Array.from({ length: 16 }, (_, index) =>
  expect.stringMatching(new RegExp(`^ ?${index + 1}  ok  0 violations: .+`)),
);

/** The lines of the checks. What they name stands below each, and what waits too long depends on when this runs. */
function checksOf(text: string): string[] {
  return text.split("\n").filter((line) => /^[ \d]\d  /.test(line));
}

async function audit(env: Record<string, string>): Promise<{ code: number | null; lines: string[]; errors: string }> {
  const child = spawn(process.execPath, ["src/main/server/audit.ts"], { env: { ...surroundings(), ...env } });
  let [text, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, lines: checksOf(text), errors };
}

/** What the command must print for both kinds of database, with broken books and with mended ones. */
function suite(env: () => Record<string, string>, db: () => Database): void {
  test("on broken books each violated check has a line with its number, and the code is 1", async () => {
    await db().pool.query(BREAK);
    const { code, lines } = await audit(env());
    expect(code).toBe(1);
    expect(lines.filter((line) => !line.includes("  ok  "))).toEqual([
      " 2  BROKEN  1 violations: cached balances equal their entries",
    ]);
    await db().pool.query(MEND);
  });

  test("on sound books each check has a line that says ok, and the code is 0", async () => {
    expect(await audit(env())).toEqual({ code: 0, lines: clean, errors: "" });
  });
}

describe("on an external database", () => {
  let app: TestApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    app = await freshApp();
    const golfer = await app.player();
    await shoot(golfer, (await play(golfer)).id);
    const { host, user, database } = app.connection;
    env = { DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}` };
  });
  afterAll(() => app.close());
  suite(
    () => env,
    () => app.db,
  );
});

describe("on an embedded database, beside its running server", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acebay-audit-"));
  let server: ChildProcess;
  let db: Database;
  let url = "";
  beforeAll(async () => {
    server = spawn(process.execPath, ["src/main/server/server.ts"], {
      env: { ...surroundings(), PORT: "0", DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    });
    server.stdout?.on("data", (chunk: Buffer) => (url ||= /at (http:\S+)/.exec(chunk.toString())?.[1] ?? ""));
    for (let waited = 0; url === "" && waited < 60_000; waited += 50) await sleep(50);
    db = openDatabase(ownerOf(dataDir), 1);
  }, 90_000);
  afterAll(async () => {
    await db.close();
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  suite(
    () => ({ DATA_DIR: dataDir }),
    () => db,
  );

  test("the server answers during the audit", async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
