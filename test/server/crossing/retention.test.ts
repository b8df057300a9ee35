/**
 * Which personal data is kept and for how long: the page names every table, and the job deletes rows whose time is over
 * and nothing else.
 */
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { photoDays } from "#features/claims/server/photo-store.ts";
import { deleteOver, retentions } from "#main/server/retention-store.ts";
import { buy, freshApp, packs, type TestApp } from "#test/app.ts";
import { capturesOf } from "#test/books.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

/** The rows of the page's table: names of tables, what of people, how long, what deletes it. */
const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("## What is kept, and how long\n");
const rows = (section.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").slice(1, -1));
const namesIn = (cell = "") => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? "");

test("the page names each table of the database once", async () => {
  const { rows: tables } = await app.owner.pool.query<{ name: string }>(`
    SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`);
  expect(rows.flatMap(([names]) => namesIn(names)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test("the page has the program's times, and names only jobs that exist", async () => {
  const byRetention = rows.filter((cells) => cells[3]?.includes("`retention`"));
  expect(byRetention.flatMap(([names]) => namesIn(names)).toSorted()).toEqual(
    retentions.map(({ table }) => table).toSorted(),
  );
  for (const { table, days } of retentions) {
    const cells = byRetention.find(([names]) => namesIn(names).includes(table));
    expect([table, cells?.[2]]).toEqual([table, expect.stringMatching(new RegExp(`(^|\\D)${days} days`))]);
  }
  const photos = rows.find(([names]) => namesIn(names).includes("uploads"))?.[2] ?? "";
  expect([...photos.matchAll(/([\d,]+) days/g)].map(([, days = ""]) => Number(days.replace(",", "")))).toEqual([
    photoDays.others,
    photoDays.paidInCash,
  ]);
  await app.jobs.runAll();
  const { rows: ran } = await app.db.pool.query<{ name: string }>("SELECT name FROM job_runs");
  const jobs = new Set(ran.map(({ name }) => name));
  const named = rows.flatMap((cells) =>
    [...(cells[3] ?? "").matchAll(/job `([\w-]+)`/g)].map(([, name]) => name ?? ""),
  );
  expect(named.filter((name) => !jobs.has(name))).toEqual([]);
});

test("a row that is deleted is looked for by an index in the tables that may name it", async () => {
  const { rows: keys } = await app.owner.pool.query<{ parent: string; key: string; isIndexed: boolean }>(`
    SELECT k.confrelid::regclass::text AS parent, k.conrelid::regclass || '.' || k.conname AS key,
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL AND i.indkey[0] = ANY (k.conkey))
        AS "isIndexed"
    FROM pg_constraint k WHERE k.contype = 'f'`);
  const deleted = new Set(retentions.filter(({ forgets }) => !forgets).map(({ table }) => table));
  const named = keys.filter(({ parent }) => deleted.has(parent));
  expect(named.map(({ key }) => key).toSorted()).toEqual([
    "mailed_codes.mailed_codes_device_id_fkey",
    "sign_ins.sign_ins_device_id_fkey",
  ]);
  expect(named.filter(({ isIndexed }) => !isIndexed)).toEqual([]);
});

const count = async (table: string) =>
  Number((await app.db.pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);

test("rows whose time is over are deleted; rows with an hour left, and all other rows, stay", async () => {
  const golfer = await app.player();
  await buy(golfer, { key: randomUUID(), pack: packs.single });
  await app.browser().call(accountRoutes.login, { body: { email: golfer.email } });
  const request = { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples" };
  expect((await app.browser().call(requestRoutes.requestCourse, { body: request })).status).toBe(201);
  const now = app.clock.now();
  await app.db.pool.query("INSERT INTO passkey_challenges (challenge, expires_at) VALUES ('x', $1)", [now]);
  await app.db.pool.query("INSERT INTO audit_runs (day, started_at) VALUES ('2020-01-01', $1)", [now]);
  await app.db.pool.query(
    `INSERT INTO staff_invitations
     SELECT id, email, name, 'en', 'admin', '{}', '{}', id, $1::timestamptz - interval '7 days', $1 FROM users WHERE id = $2`,
    [now, golfer.id],
  );
  await app.db.pool.query(
    `WITH sent AS (INSERT INTO settlement_sendings (course_id, month, again, language, posted_at) VALUES (1, '2020-01', false, 'en', $1) RETURNING id)
     INSERT INTO settlement_letters (id, sending_id, email, posted_at) SELECT $2, id, 'range@example.com', $1 FROM sent`,
    [now, randomUUID()],
  );
  await app.db.pool.query("UPDATE mailed_codes SET expires_at = $1", [now]);
  // A signed-in device stays, however long it was not used.
  const other = await app.player();
  await app.db.pool.query("DELETE FROM sign_ins WHERE user_id = $1", [golfer.id]);
  // The receipt's letter is written after the answer to the payment.
  await expect.poll(() => count("mails")).toBe(2);
  const orders = await count("orders");
  const at = (days: number, hours: number) => new Date(now.getTime() + days * 86_400_000 + hours * 3_600_000);
  const running = new AbortController().signal;
  // A key stays without its answer, and a letter of a settlement without its address.
  const emptied: Readonly<Record<string, string>> = { idempotency_keys: "body", settlement_letters: "email" };
  const kept = (table: string) => (emptied[table] ? `${table} WHERE ${emptied[table]} IS NOT NULL` : table);
  const counted = (tables: readonly string[]) =>
    Promise.all(tables.map(async (table) => [table, await count(kept(table))]));
  for (const days of new Set(retentions.map((one) => one.days).toSorted((less, more) => less - more))) {
    const tables = retentions.filter((one) => one.days === days).map(({ table }) => table);
    const before = await counted(tables);
    await deleteOver(app.db, at(days, -1), running);
    expect(await counted(tables)).toEqual(before);
    await deleteOver(app.db, at(days, 1), running);
    const after = await counted(tables);
    expect(before.filter(([, n], index) => !(Number(after[index]?.[1]) < Number(n)))).toEqual([]);
  }
  expect(await count("orders")).toBe(orders);
  const { rows: devices } = await app.db.pool.query("SELECT user_id FROM devices");
  expect(devices).toContainEqual({ user_id: other.id });
  expect(devices).not.toContainEqual({ user_id: golfer.id });
});

test("a key whose answer is gone still works once: the call says what it made, and charges nothing", async () => {
  const golfer = await app.player();
  const paying = { key: randomUUID(), pack: packs.single, start: false };
  const first = await buy(golfer, paying);
  expect(first.status).toBe(200);
  const later = new Date(app.clock.now().getTime() + 31 * 86_400_000);
  await deleteOver(app.db, later, new AbortController().signal);
  expect(await count(`idempotency_keys WHERE user_id = '${golfer.id}' AND body IS NOT NULL`)).toBe(0);
  const again = await buy(golfer, paying);
  expect(again.status).toBe(200);
  expect(again.body.order.id).toBe(first.body.order.id);
  expect((await capturesOf(app, golfer.id)).length).toBe(1);
  // Another call by the same key is refused, as ever.
  expect((await buy(golfer, { ...paying, start: true })).status).toBe(422);
});

test("many rows are deleted in steps, and a process that ends stops between two steps", async () => {
  const old = new Date(app.clock.now().getTime() - 40 * 86_400_000);
  await app.db.pool.query(
    "INSERT INTO mails (recipient, subject, body, created_at, next_try_at, sent_at) SELECT 'x@example.com', 's', '', $1, $1, $1 FROM generate_series(1, 2500)",
    [old],
  );
  await deleteOver(app.db, app.clock.now(), AbortSignal.abort());
  expect(await count("mails")).toBeGreaterThanOrEqual(2500);
  await deleteOver(app.db, app.clock.now(), new AbortController().signal);
  expect(await count("mails WHERE subject = 's'")).toBe(0);
});
