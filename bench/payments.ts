/**
 * Payments a second on one course with 16 clients over HTTP, against the same SQL sent straight through the driver, in
 * one run: both in turn, so that a noisy machine disturbs both alike. Run: `npm run bench:payments`.
 *
 * The SQL is that of real payments: they are made once, one after another, on a copy of the database while every
 * statement is written down, then replayed with 16 connections on another copy. The sandbox's own statements are in
 * both. The server has a process of its own, as has PostgreSQL; the client and the replay share this one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { type App, buildApp } from "#main/server/app.ts";
import { seedDemo } from "#main/server/seed.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { startServer } from "../e2e/server.ts";
import { card, openClient } from "./client.ts";

const CLIENTS = 16;
const PAYMENTS = 160;
const ROUNDS = 3;
/** One round more than is measured, because the first one warms up. */
const PLAYERS = PAYMENTS * (ROUNDS + 1);

const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder);
const config = readConfig({ DATA_DIR: folder, SESSION_SECRET: "a-secret-for-the-bench-that-is-long-enough" });
const openNamed = (database: string, size = CLIENTS) => openDatabase({ ...postgres.owner, database }, size);
const order = {
  paymentInfo: card,
  sessionData: { courseId: 1, packageId: 4, bayNumber: 1 },
  amount: 5,
};

/** As the driver takes it: a statement with a name is prepared once for each connection. */
interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

const sql = openNamed("postgres", 1);
const cookies = await prepared();
for (const copy of ["recorded", "straight"]) await sql.pool.query(`CREATE DATABASE ${copy} TEMPLATE served`);
const replayed = cookies.slice(PLAYERS);
const scripts = await recorded(replayed);
const { host, user } = postgres.owner;
const server = await startServer("bench", {
  DATABASE_URL: `postgresql://${user}@/served?host=${encodeURIComponent(host)}`,
  SESSION_SECRET: config.sessionSecret,
});
const client = openClient(server.url, CLIENTS);
const straight = openNamed("straight");

/** Work for 16 at a time. @returns how many were done a second */
async function round<T>(work: readonly T[], one: (item: T) => Promise<void>): Promise<number> {
  const queue = [...work];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await one(item);
    }),
  );
  return work.length / ((performance.now() - started) / 1000);
}

async function overHttp(cookie: string): Promise<void> {
  const { status, body } = await client.post("/api/process-payment", cookie, order);
  if (status !== 200) throw new Error(`A payment answered ${status}: ${body}`);
}

async function replay(script: readonly Statement[]): Promise<void> {
  const connection = await straight.pool.connect();
  for (const statement of script) await connection.query(statement);
  connection.release();
}

const part = <T>(of: readonly T[], n: number): readonly T[] => of.slice(n * PAYMENTS, (n + 1) * PAYMENTS);
const perPayment = (scripts.flat().length / scripts.length).toFixed(0);
console.log(`${CLIENTS} clients, ${PAYMENTS} payments a round on one course, ${perPayment} statements a payment`);
for (let n = 0; n <= ROUNDS; n++) {
  const http = await round(part(cookies, n), overHttp);
  const direct = await round(part(scripts, n), replay);
  if (n === 0) continue;
  console.log(
    `round ${n}: HTTP ${http.toFixed(0)} payments/s, the SQL alone ${direct.toFixed(0)}/s, ratio ${(http / direct).toFixed(2)}`,
  );
}
const served = openNamed("served", 1);
const counted = await served.pool.query(
  "SELECT count(*) AS captured, count(DISTINCT o.user_id) AS players FROM sandbox.payments g JOIN payment_attempts p ON p.id::text = g.attempt_id JOIN orders o ON o.id = p.order_id",
);
console.log(`captured ${counted.rows[0].captured} payments of ${counted.rows[0].players} players`);
client.close();
await server.stop();
for (const db of [served, straight, sql]) await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** A migrated and seeded database `served` with players. @returns their cookies: half for HTTP, half for the replay */
async function prepared(): Promise<string[]> {
  await sql.pool.query("CREATE DATABASE served");
  const db = openNamed("served");
  await migrate(db.pool);
  await seedDemo(db, systemClock.now());
  const app = await buildApp({ config, db, clock: systemClock, logLevel: "silent" });
  const found: string[] = [];
  for (let n = 0; n <= PLAYERS * 2; n++) {
    const payload = { name: "Bench", email: `bench${n}@example.com`, phone: "5550100100" };
    const reply = await app.http.inject({ method: "POST", url: "/api/register", payload });
    found.push(reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
  }
  // The course's accounts exist before both: in the replay another payment may be the first.
  await payBy(app, found.pop() ?? "");
  await app.close();
  await db.close();
  return found;
}

/** Makes one payment for each cookie on the database `recorded`. @returns the statements of each, in their order */
async function recorded(golfers: readonly string[]): Promise<Statement[][]> {
  const db = openNamed("recorded");
  const recording = new AsyncLocalStorage<Statement[]>();
  writeDown(db, recording);
  const app = await buildApp({ config, db, clock: systemClock, logLevel: "silent" });
  const all: Statement[][] = [];
  for (const cookie of golfers) {
    const statements: Statement[] = [];
    await recording.run(statements, () => payBy(app, cookie));
    // A copy, because later work is not part of the payment.
    all.push([...statements]);
  }
  await app.close();
  await db.close();
  return all;
}

async function payBy(app: App, cookie: string): Promise<void> {
  const call = { method: "POST", url: "/api/process-payment", payload: order, headers: { cookie } } as const;
  const reply = await app.http.inject(call);
  if (reply.statusCode !== 200) throw new Error(`A payment answered ${reply.statusCode}: ${reply.body}`);
}

/** Records every statement within a recording, without those in the background. */
function writeDown(db: Database, recording: AsyncLocalStorage<Statement[]>): void {
  db.pool.on("connect", (connection: pg.PoolClient) => {
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const wrapped = (...given: unknown[]): unknown => {
      // The pool and drizzle send a text, or an object with it and perhaps its name and values.
      const [first, second] = given as [string | Statement, unknown];
      const { name, text, values }: Partial<Statement> & { text: string } =
        typeof first === "string" ? { text: first } : first;
      recording
        .getStore()
        ?.push({ ...(name ? { name } : {}), text, values: Array.isArray(second) ? second : (values ?? []) });
      return send(...given);
    };
    // One function cannot have all of the driver's overloads; it passes its arguments on.
    connection.query = wrapped as typeof connection.query;
  });
}
