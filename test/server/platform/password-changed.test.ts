/** The role that serves with another password than ours, as after an ALTER ROLE: calls are 503, and /readyz says why. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type App, buildApp } from "#main/server/app.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { endConnections } from "#test/database.ts";

const ROLE = "acebay_with_password";
let app: TestApp;
let admin: Database;
let db: Database;
let guarded: App;
let rules: string;
beforeAll(async () => {
  app = await freshApp();
  admin = openDatabase({ ...inject("postgres").owner, database: app.connection.database }, 1);
  await sql(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'first' IN ROLE ${app.connection.user}`);
  rules = (await sql("SHOW hba_file"))[0]?.["hba_file"] ?? "";
  writeFileSync(rules, `local all ${ROLE} scram-sha-256\n${readFileSync(rules, "utf8")}`);
  await reload();
  db = openDatabase({ ...app.connection, user: ROLE, password: "first" });
  guarded = await buildApp({ logLevel: "silent", config: app.config, db, clock: app.clock });
});
afterAll(async () => {
  await guarded.close();
  await db.close();
  await sql(`DROP ROLE ${ROLE}`);
  writeFileSync(rules, readFileSync(rules, "utf8").replace(/^local all \S+ scram-sha-256\n/, ""));
  await reload();
  await admin.close();
  await app.close();
});

const sql = async (text: string) => (await admin.pool.query<Record<string, string>>(text)).rows;
const reload = () => sql("SELECT pg_reload_conf(), pg_sleep(0.2)");
const get = (url: string) => guarded.http.inject({ url });
/** Ends the connections that the role has, which a change of its password leaves alone. */
const drop = () => endConnections(admin, "usename = $1", [ROLE]);

test("calls are 503 with a time to retry, /readyz names the reason, and both mend themselves with the password", async () => {
  expect((await get("/api/courses")).statusCode).toBe(200);
  expect((await get("/readyz")).statusCode).toBe(200);
  await sql(`ALTER ROLE ${ROLE} PASSWORD 'second'`);
  await drop();
  const away = { error: { code: "service.database_away" } };
  await expect.poll(async () => (await get("/api/map?north=1&south=0&east=1&west=0")).statusCode).not.toBe(200);
  for (const url of ["/api/packages", "/readyz"]) {
    const reply = await get(url);
    expect([url, reply.statusCode, reply.json()]).toMatchObject([url, 503, away]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await get("/readyz")).json().error.message).toBe(
    "The database takes no more: it refuses the role or the password of DATABASE_URL",
  );
  expect((await get("/healthz")).statusCode).toBe(200);
  await sql(`ALTER ROLE ${ROLE} PASSWORD 'first'`);
  expect((await get("/readyz")).statusCode).toBe(200);
  expect((await get("/api/packages")).statusCode).toBe(200);
});

test("while older connections still work, /readyz tells of the refused ones, and many asking share one try", async () => {
  expect((await get("/readyz")).statusCode).toBe(200);
  await sql(`ALTER ROLE ${ROLE} PASSWORD 'third'`);
  const held = await Promise.all(Array.from({ length: db.pool.idleCount }, () => db.pool.connect()));
  await expect(db.pool.query("SELECT 1")).rejects.toThrow(/password/);
  for (const client of held) client.release();
  const replies = await Promise.all(Array.from({ length: 10 }, () => get("/readyz")));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  await sql(`ALTER ROLE ${ROLE} PASSWORD 'first'`);
  expect((await get("/readyz")).statusCode).toBe(200);
});
