/** Without a database every call that needs it is 503 with Retry-After, and works again once it is back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { card } from "#test/app.ts";
import { type Cable, cable } from "#test/cable.ts";
import { type FreshDatabase, freshDatabase, SEEDED_AT } from "#test/database.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-cable-"));
let fresh: FreshDatabase;
let link: Cable;
let db: Database;
let app: App;
let cookie: string;
const cookiesOf = (reply: LightMyRequestResponse) =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
beforeAll(async () => {
  fresh = await freshDatabase();
  const socket = ".s.PGSQL.5432";
  link = cable(join(folder, socket), join(fresh.connection.host, socket));
  await link.plug();
  db = openDatabase({ ...fresh.connection, host: folder });
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: "a-secret-for-tests-that-is-long-enough" });
  app = await buildApp({ config, db, clock: { now: () => SEEDED_AT }, figuresKeptMs: 0 });
  const account = { name: "Robin", email: "away@example.com", phone: "555 010 0100" };
  cookie = cookiesOf(await app.http.inject({ method: "POST", url: "/api/register", payload: account }));
});
afterAll(async () => {
  await app.close();
  await db.close();
  await link.cut();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

const payment = { paymentInfo: card, sessionData: { courseId: 1, packageId: 4, bayNumber: 7 }, amount: 5 };
const calls = [
  ["GET", "/api/courses", undefined],
  ["GET", "/api/me", undefined],
  ["GET", "/api/orders", undefined],
  ["POST", "/api/login", { email: "away@example.com" }],
  ["POST", "/api/register", { name: "Kim", email: "kim@example.com", phone: "555 010 0100" }],
  ["POST", "/api/process-payment", payment],
  [
    "POST",
    "/api/attempts",
    { sessionId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", targetHole: "missed", prizeClaim: false },
  ],
  [
    "POST",
    "/api/course-requests",
    { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples" },
  ],
  ["GET", "/api/sessions/3f2504e0-4f89-41d3-9a0c-0305e82c3301/events", undefined],
  ["GET", "/readyz", undefined],
] as const;
const call = ([method, url, payload]: (typeof calls)[number], headers = {}) =>
  app.http.inject({ method, url, headers: { cookie, ...headers }, ...(payload ? { payload } : {}) });

test("without the database every call that needs it is 503 with a sentence and a time to retry; afterwards each works again", async () => {
  await link.cut();
  for (const one of calls) {
    const reply = await call(one, { "idempotency-key": "away" });
    expect([one[1], reply.statusCode]).toEqual([one[1], 503]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect(reply.json()).toMatchObject({ error: { code: "service.database_away", message: expect.any(String) } });
  }
  expect((await call(["GET", "/healthz", undefined] as never)).statusCode).toBe(200);
  await link.plug();
  // A sign-in ends the browser's earlier one, so these two calls are made without the cookie.
  const again = calls.map((one) => call(one, /login|register/.test(one[1]) ? { cookie: "" } : {}));
  expect((await Promise.all(again)).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200, 202, 201, 200, 404, 201, 404, 200,
  ]);
});

test("the metrics leave out what the database tells while it is away, and tell the rest", async () => {
  const scrape = async () => (await app.http.inject({ url: "/metrics" })).body;
  expect(await scrape()).toMatch(/\nacebay_sessions_last_hour \d/);
  await link.cut();
  try {
    const text = await scrape();
    expect(text).toContain("\nacebay_database_up 0\n");
    expect(text).toContain("\nacebay_http_in_flight 1\n");
    expect(text).not.toContain("acebay_sessions_last_hour");
  } finally {
    await link.plug();
  }
  // A connection that was cut is noticed when it is used.
  await expect.poll(scrape).toContain("\nacebay_database_up 1\n");
});

test("a database that fails during many calls leaves no connection in use", async () => {
  for (let n = 0; n < 5; n++) {
    const running = Array.from({ length: 30 }, () => call(calls[0]));
    await link.cut();
    for (const { statusCode } of await Promise.all(running)) expect([200, 503]).toContain(statusCode);
    await link.plug();
  }
  cookie = cookiesOf(await call(calls[3]));
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => call(calls[1])))).map(
    ({ statusCode }) => statusCode,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(db.pool.waitingCount).toBe(0);
});
