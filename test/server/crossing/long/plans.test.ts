/**
 * No call of a golfer reads the whole of a table that grows, and the most frequent updates change no index. The test
 * reads the plan of every statement of a day of play, as PostgreSQL keeps it for all values.
 */
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { anyRunOut } from "#features/play/server/store.ts";
import { anyEventDue } from "#features/payments/server/sandbox-events.ts";
import { PgDialect, sql } from "#platform/server/db/drizzle.ts";
import type { TakenConnection } from "#platform/server/db/pool.ts";
import { anyLetterDue } from "#platform/server/mail/outbox.ts";
import { buy, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** Those with a row for each course or fewer, and queues that are emptied. All other tables grow. */
const SMALL = new Set([
  "courses",
  "packages",
  "sponsors",
  "sponsored_prizes",
  "course_terms",
  "package_terms",
  "staff_courses",
  "staff_invitations",
  "closed_months",
  "course_closings",
  "passkeys",
  "job_runs",
  "gateway_positions",
  "stream_holders",
  "open_streams",
  "receipts_due",
  "rollup_state",
]);

/** Of the orders that wait for their start, which are few: on an empty table it costs the same as that of their players. */
const SHORT = "orders_unstarted";

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Node[];
}

let app: TestApp;
const statements = new Set<string>();
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  await app.jobs.stop();
  const { pool } = app.db;
  // Those that are open already would not be listened to.
  const idle = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const connection of idle) connection.release(true);
  pool.on("connect", (connected: pg.PoolClient) => {
    const connection = connected as TakenConnection; // The pool was given its class.
    const wait = connection.ahead.bind(connection);
    connection.ahead = (waiting) => {
      statements.add(waiting.text);
      return wait(waiting);
    };
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const noting = (...given: unknown[]): unknown => {
      const [first] = given as [string | { text: string }];
      statements.add(typeof first === "string" ? first : first.text);
      return send(...given);
    };
    connection.query = noting as typeof connection.query; // One function has none of the driver's overloads.
  });
});
afterAll(() => app.close());

async function day(golfer: Player): Promise<void> {
  await bodyOf(golfer.call(accountRoutes.me));
  const first = await play(golfer, packs.jackpot);
  await claim(golfer, first.id, "left");
  await claim(golfer, first.id, "middle");
  const missed = (await shoot(golfer, first.id, { shotId: crypto.randomUUID() })).body;
  await golfer.call(playRoutes.undoShot, { params: { id: missed.attempt.id } });
  await golfer.call(playRoutes.getSession, { params: { id: first.id } });
  await golfer.call(playRoutes.listActiveSessions, { params: { id: golfer.userId } });
  await golfer.call(playRoutes.listSessions, { params: { id: golfer.userId } });
  await golfer.call(playRoutes.completeSession, { params: { id: first.id } });
  await bodyOf(golfer.call(claimRoutes.listMyClaims, { params: { id: golfer.userId } }));
  await bodyOf(golfer.call(orderRoutes.listOrders));
  await bodyOf(golfer.call(courseRoutes.listCourses));
  await bodyOf(golfer.call(claimRoutes.listWinners, { params: { id: 1 } }));
  await buy(golfer, { start: false, key: crypto.randomUUID() });
  await buy(golfer, { pack: packs.single });
  await bodyOf(golfer.call(accountRoutes.login, { body: { email: golfer.email } }));
  await nextDay(golfer);
}

/** Signs in again in the same browser, whose session has ended. */
async function nextDay({ cookies, email }: Player): Promise<void> {
  const browser = app.browser();
  browser.cookies.set("acebay_device", cookies.get("acebay_device") ?? "");
  await bodyOf(browser.call(accountRoutes.login, { body: { email } }), 200);
}

/** A plan's node and all below it. */
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes of a plan that read a growing table without an index that leads to their rows. */
function whole(plan: Node): string[] {
  return nodesOf(plan).flatMap((node) => {
    const { "Node Type": kind, "Relation Name": table = "", "Index Name": index = "" } = node;
    const isIndex = /^(Index|Index Only|Bitmap Index) Scan$/.test(kind) && node["Index Cond"] === undefined;
    const isWhole = (kind === "Seq Scan" || isIndex) && !SMALL.has(table) && index !== SHORT;
    return isWhole ? [`${kind} on ${table} ${index}`] : [];
  });
}

/** The plan of a statement, in a way that PostgreSQL 15 has, too. */
async function planOf(client: pg.PoolClient, text: string): Promise<Node> {
  await client.query(`PREPARE planned AS ${text}`);
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = count > 0 ? `(${Array.from({ length: count }, () => "NULL").join(", ")})` : "";
  const plan = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE planned ${values}`,
  );
  await client.query("DEALLOCATE planned");
  return plan.rows[0]?.["QUERY PLAN"][0].Plan ?? expect.fail();
}

test("every statement of a golfer's day has an index that leads to its rows, with any values", async () => {
  const [one, other] = [await app.player(), await app.player()];
  await day(one);
  await day(other);
  // The same alone and together.
  await Promise.all([nextDay(one), nextDay(other)]);
  expect([...statements].filter((text) => text.includes("INSERT INTO sign_ins"))).toHaveLength(2);
  const others = await Promise.all(Array.from({ length: 4 }, () => app.player()));
  const started = await Promise.all(others.map(async (golfer) => [golfer, (await play(golfer)).id] as const));
  for (const hole of ["left", "middle"]) await Promise.all(started.map(([golfer, id]) => claim(golfer, id, hole)));
  for (const shared of [
    /INTO claims .*jsonb_populate_recordset/s,
    /asked\.attempt_id FOR NO KEY UPDATE SKIP LOCKED/,
    /asked\.session_id .* SKIP LOCKED/s,
  ])
    expect(
      [...statements].filter((text) => shared.test(text)),
      String(shared),
    ).not.toEqual([]);
  expect(statements.size).toBeGreaterThan(30);
  const client = await app.owner.pool.connect();
  // On small tables a whole reading is cheaper, so it is taken only where there is no other way.
  for (const way of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`SET enable_${way} = off`);
  await client.query("SET plan_cache_mode = force_generic_plan");
  const found: string[] = [];
  for (const text of statements) {
    if (!/^\s*(select|insert|update|delete|with)/i.test(text)) continue;
    const nodes = whole(await planOf(client, text));
    if (nodes.length > 0) found.push(`${nodes.join(", ")}: ${text.replaceAll(/\s+/g, " ").slice(0, 160)}`);
  }
  const shots = [...statements].filter((text) => text.includes("balls_left = balls_left - 1"));
  const looks: Node[] = [];
  for (const text of shots) {
    const nodes = nodesOf(await planOf(client, text));
    looks.push(...nodes.filter((node) => node["Index Cond"] !== undefined && node["Relation Name"] === "attempts"));
  }
  client.release();
  expect(found).toEqual([]);
  // Not through all shots of its session.
  expect(looks.length).toBeGreaterThanOrEqual(2);
  for (const look of looks) expect(look["Index Cond"]).toMatch(/shot_id = /);
});

test("the looks for work read one entry of an index, however many sessions run and letters and events wait", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  const client = await app.owner.pool.connect();
  try {
    // Rolled back: the books know nothing of these.
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object(
        'id', gen_random_uuid(), 'user_id', md5('a' || n)::uuid, 'buyer_id', md5('a' || n)::uuid, 'holds_bay', false, 'expires_at', s.expires_at + make_interval(secs => n)))).*
       FROM sessions s, generate_series(1, 5000) n WHERE s.id = $1`,
      [id],
    );
    await client.query(
      `INSERT INTO mails (recipient, subject, body, created_at, next_try_at)
       SELECT 'a@b.test', '', '', now(), now() + make_interval(secs => n) FROM generate_series(1, 5000) n`,
    );
    await client.query(
      `INSERT INTO sandbox.events (id, body, next_try_at)
       SELECT 'later' || n, '{}', now() + make_interval(secs => n) FROM generate_series(1, 5000) n`,
    );
    for (const table of ["sessions", "mails", "sandbox.events"]) await client.query(`ANALYZE ${table}`);
    await client.query("SET LOCAL plan_cache_mode = force_generic_plan");
    for (const any of [anyRunOut, anyLetterDue, anyEventDue]) {
      const { sql: text } = new PgDialect().sqlToQuery(sql`SELECT ${any(new Date())}`);
      const read = whole(await planOf(client, text));
      // The first entry of an index has no condition.
      expect(
        read.filter((node) => node.startsWith("Seq Scan")),
        text,
      ).toEqual([]);
    }
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("shots, payments and claims change no index of their sessions, accounts and prizes", async () => {
  const golfers = await Promise.all(Array.from({ length: 12 }, () => app.player()));
  const counts = async () => {
    // The counters of each connection are written when it is idle.
    const { rows } = await app.owner.pool.query<{ relname: string; updates: number; hot: number }>(
      `SELECT relname, n_tup_upd AS updates, n_tup_hot_upd AS hot FROM pg_stat_user_tables
       WHERE relname IN ('sessions', 'ledger_accounts', 'sponsored_prizes')`,
    );
    return new Map(rows.map((row) => [row.relname, row]));
  };
  const before = await counts();
  // One after the other: payments that come together change each account once for all, and claims their prize.
  const started: [Player, string][] = [];
  for (const golfer of golfers) started.push([golfer, (await play(golfer, packs.jackpot)).id]);
  // Shots, too: a dozen in one transaction find no room for a dozen new rows on the one page of so few sessions.
  for (const [golfer, id] of started) {
    for (let n = 0; n < 6; n++) await shoot(golfer, id);
    await claim(golfer, id, "right");
  }
  const hotShare = async (table: string) => {
    const [now, then] = [(await counts()).get(table), before.get(table)];
    const updates = (now?.updates ?? 0) - (then?.updates ?? 0);
    return { updates, share: ((now?.hot ?? 0) - (then?.hot ?? 0)) / updates };
  };
  const least = { sessions: 12 * 7, ledger_accounts: 12 * 3, sponsored_prizes: 12 };
  for (const [table, updates] of Object.entries(least)) {
    await expect.poll(async () => (await hotShare(table)).updates, { timeout: 15_000 }).toBeGreaterThanOrEqual(updates);
    // With an index on the changed columns it would be 0. Some pages have no room for a moment.
    expect((await hotShare(table)).share, table).toBeGreaterThan(0.75);
  }
});
