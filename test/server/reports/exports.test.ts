/** The audit trail page by page, and the exports: complete, safe from formulas, and never all in memory at once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { walk } from "#features/reports/server/export-store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { buy, claim, freshApp, type Json, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let golfer: Player;
beforeAll(async () => {
  // A long ledger is planted here, which no fact explains.
  app = await freshApp({ env: { OPERATOR_TIME_ZONE: "America/New_York" }, breaksBooks: true });
  [admin, golfer] = [await app.signIn("admin@acebay.test"), await app.player('=HYPERLINK("x")')];
  const { session } = (await buy(golfer)).body;
  await claim(golfer, session.id, "middle");
});
afterAll(() => app.close());

const EVERYTHING = { from: undefined, until: undefined };
/** The rows of a file as lists of cells; none of these cells has a line break. */
async function rowsOf(path: string): Promise<string[][]> {
  const reply = await admin.raw("GET", `/api/admin/export/${path}`);
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const lines = String(reply.body).replace("\uFEFF", "").split("\r\n").filter(Boolean);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, one, two]) => one ?? two ?? ""),
  );
}
const column = (rows: string[][], name: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(name) ?? -1]);

describe("a file", () => {
  test("has every order with its amount and its player; a name that looks like a formula is written as text", async () => {
    const rows = await rowsOf("orders.csv");
    expect(rows).toHaveLength(2);
    expect([column(rows, "Amount (USD)"), column(rows, "Share of the jackpot (USD)")]).toEqual([["5"], ["1"]]);
    expect(column(rows, "Player")).toEqual([`'=HYPERLINK(""x"")`]);
  });

  test("has every session and every entry of the ledger, and the entries sum to zero", async () => {
    const sessions = await rowsOf("sessions.csv?dateFilter=all-time");
    expect([column(sessions, "Shots"), column(sessions, "Claims"), column(sessions, "Free shot")]).toEqual([
      ["1"],
      ["1"],
      ["no"],
    ]);
    const ledger = await rowsOf("ledger.csv");
    const { rows } = await app.db.pool.query("SELECT count(*) AS n FROM ledger_entries");
    expect(ledger).toHaveLength(rows[0].n + 1);
    const cents = column(ledger, "Debit, negative for credit (USD)").map((text) => Math.round(Number(text) * 100));
    // A negative amount stays a number.
    expect(cents.some((one) => one < 0)).toBe(true);
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  });

  test("covers days of the operator's time zone, both ends included, and is named by them", async () => {
    const zone = { at: "2026-03-10T03:59:59Z", next: "2026-03-10T04:00:00Z" };
    for (const at of Object.values(zone))
      await app.db.pool.query(
        "INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('test', 1, 2, $1)",
        [at],
      );
    const { rows } = await app.db.pool.query("SELECT id FROM ledger_transfers WHERE kind = 'test' ORDER BY id");
    for (const { id } of rows)
      await app.db.pool.query("INSERT INTO ledger_entries VALUES ($1, 'pot:1', 1), ($1, 'house_funding', -1)", [id]);
    await app.db.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents + 2 WHERE key = 'pot:1'");
    await app.db.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents - 2 WHERE key = 'house_funding'");
    expect(await rowsOf("ledger.csv?dateFilter=2026-03-09")).toHaveLength(3);
    expect(await rowsOf("ledger.csv?dateFilter=2026-03-09_2026-03-10")).toHaveLength(5);
    const reply = await admin.call(recordRoutes.exportLedger, { query: { dateFilter: "2026-03-09_2026-03-10" } });
    expect(reply.headers["content-disposition"]).toBe('attachment; filename="ledger-2026-03-09_2026-03-10.csv"');
  });

  test.each(["2026-02-30", "2026-03-10_2026-03-09", "yesterday"])("of %s is 400", async (filter) => {
    for (const what of ["sessions", "orders", "ledger", "audit"])
      expect((await admin.raw("GET", `/api/admin/export/${what}.csv?dateFilter=${filter}`)).status).toBe(400);
  });

  test("of 20,000 transfers is complete, in order, and read from the database page by page", async () => {
    await app.db.pool.query(
      `WITH made AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at)
         SELECT 'test', 1, 2, timestamptz '2025-06-01' + (n / 7) * interval '1 second' FROM generate_series(1, 20000) n RETURNING id)
       INSERT INTO ledger_entries SELECT id, key, amount FROM made, (VALUES ('pot:1', 1), ('house_funding', -1)) AS e (key, amount)`,
    );
    await app.db.pool.query("UPDATE ledger_accounts SET balance_cents = balance_cents + 20000 WHERE key = 'pot:1'");
    await app.db.pool.query(
      "UPDATE ledger_accounts SET balance_cents = balance_cents - 20000 WHERE key = 'house_funding'",
    );
    let pages = 0;
    const counted: Db = {
      ...app.db,
      sql: new Proxy(app.db.sql, {
        get: (target, name) => {
          if (name === "execute") pages++;
          const member: unknown = Reflect.get(target, name);
          return typeof member === "function" ? member.bind(target) : member;
        },
      }),
    };
    const lines = walk(counted, "ledger", EVERYTHING);
    for (let row = 0; row < 100; row++) await lines.next();
    expect(pages).toBe(1);
    await lines.return(undefined);
    const ids = column(await rowsOf("ledger.csv?dateFilter=2025-05-31_2025-06-02"), "Transfer").map(Number);
    expect(ids).toHaveLength(40_000);
    expect(new Set(ids).size).toBe(20_000);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });
});

describe("the audit trail", () => {
  test("is read page after page, newest first, and filtered by actor, action and subject", async () => {
    const subject = randomUUID();
    await app.db.pool.query(
      `INSERT INTO audit_trail (actor_id, action, subject, detail, created_at)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'test.even' ELSE 'test.odd' END, $2, jsonb_build_object('n', n, 'reason', '=1+1'), now() FROM generate_series(1, 120) n`,
      [admin.id, subject],
    );
    const seen: number[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null; page++) {
      const next: Json = await bodyOf(
        admin.call(recordRoutes.listAudit, { query: { subject, ...(cursor ? { cursor } : {}) } }),
      );
      seen.push(...next.entries.map(({ detail }: Json) => detail.n));
      cursor = next.nextCursor;
      expect(page).toBeLessThan(3);
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n));
    const even = await bodyOf(
      admin.call(recordRoutes.listAudit, { query: { action: "test.even", actor: "ADMIN@acebay.test" } }),
    );
    expect(even.entries[0]).toMatchObject({ action: "test.even", actor: { email: "admin@acebay.test" }, before: null });
    expect(even.actions).toEqual(expect.arrayContaining(["test.even", "test.odd"]));
    expect((await bodyOf(admin.call(recordRoutes.listAudit, { query: { actor: golfer.id } }))).entries).toEqual([]);
    expect((await admin.call(recordRoutes.listAudit, { query: { cursor: "none" } })).status).toBe(400);
    const file = await rowsOf(`audit.csv?subject=${subject}`);
    expect(file).toHaveLength(121);
    expect(column(file, "Detail")[0]).toBe('{""n"":1,""reason"":""=1+1""}');
  });

  test("cannot be changed", async () => {
    await expect(app.db.pool.query("UPDATE audit_trail SET action = 'x'")).rejects.toThrow("permission denied");
  });

  test("refuses what is too long with 400, and finds nothing for an unknown name", async () => {
    expect((await admin.call(recordRoutes.listAudit, { query: { action: "x".repeat(101) } })).status).toBe(400);
    expect((await bodyOf(admin.call(recordRoutes.listAudit, { query: { actor: "' OR 1=1 --" } }))).entries).toEqual([]);
  });
});
