/** Limits of the database: past them 503 with Retry-After, never 500 and never an open wait. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { type App, buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import { freshApp, play, type Player, type Reply, SECRET, shoot, type TestApp } from "#test/app.ts";
import { type Cable, cable } from "#test/cable.ts";
import { type FreshDatabase, freshDatabase, SEEDED_AT } from "#test/database.ts";

const second = 1_000;
async function timed<T>(work: Promise<T>): Promise<{ reply: T; ms: number }> {
  const started = performance.now();
  return { reply: await work, ms: performance.now() - started };
}
const comeAgain = (code: string) => ({
  status: 503,
  body: { error: { code } },
  headers: { "retry-after": expect.any(String) },
});

describe("one transaction that stands still", () => {
  let app: TestApp;
  let player: Player;
  beforeAll(async () => {
    app = await freshApp({ limits: limitsOf.calls });
    player = await app.player();
  });
  afterAll(() => app.close());

  test("for 9 s with locks that every purchase needs is reported to buyers within 5 s, and nobody else notices", async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => app.player()));
    const other = openDatabase(app.connection, 1);
    const stuck = other.transaction(async (tx) => {
      await tx.sql.execute(sql`SELECT FROM users FOR UPDATE`);
      await sleep(9 * second);
    });
    await sleep(100);
    const buyers = people.map((person) =>
      timed(person.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 5, teeTime: "14:30" } })),
    );
    const reads: { reply: Reply; ms: number }[] = [];
    for (let n = 0; n < 40; n++) {
      reads.push(await timed(app.browser().call(courseRoutes.listCourses)));
      await sleep(50);
    }
    for (const { reply, ms } of reads) {
      expect(reply.status).toBe(200);
      expect(ms).toBeLessThan(second);
    }
    for (const { reply, ms } of await Promise.all(buyers)) {
      expect(reply).toMatchObject(comeAgain("service.busy"));
      expect(ms).toBeLessThan(5.5 * second);
    }
    await stuck;
    await other.close();
    expect((await player.call(accountRoutes.me)).status).toBe(200);
  });

  test("a statement of more than 5 s and a lock of more than 2 s are ended by the database", async () => {
    const slow = await timed(app.db.sql.execute(sql`SELECT pg_sleep(20)`).catch((error: unknown) => error));
    expect(slow.reply).toMatchObject({ cause: { code: "57014" } });
    expect(slow.ms).toBeLessThan(5.5 * second);
    const { rows } = await app.db.pool.query("SHOW lock_timeout");
    expect(rows).toEqual([{ lock_timeout: "2s" }]);
    const idle = await app.db.pool.query("SHOW idle_in_transaction_session_timeout");
    expect(idle.rows).toEqual([{ idle_in_transaction_session_timeout: "10s" }]);
  });
});

describe("a frozen database, or a network that swallows everything", () => {
  const folder = mkdtempSync(join(tmpdir(), "acebay-frozen-"));
  let fresh: FreshDatabase;
  let link: Cable;
  let db: Database;
  let app: App;
  let cookie: string;
  beforeAll(async () => {
    fresh = await freshDatabase();
    const socket = ".s.PGSQL.5432";
    link = cable(join(folder, socket), join(fresh.connection.host, socket));
    await link.plug();
    db = openDatabase({ ...fresh.connection, host: folder }, 12, limitsOf.calls);
    const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
    app = await buildApp({ config, db, clock: { now: () => SEEDED_AT }, logLevel: "silent" });
    const account = { name: "Robin", email: "frozen@example.com", phone: "555 010 0100" };
    const reply = await app.http.inject({ method: "POST", url: "/api/register", payload: account });
    cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  });
  afterAll(async () => {
    link.thaw();
    await app.close();
    await db.close();
    await link.cut();
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });

  test("does not stop answers: every call is answered within seconds, with a key or without, and recovers by itself", async () => {
    const free = { courseId: 1, bayNumber: 5, teeTime: "14:30" };
    link.freeze();
    const calls = [
      ...Array.from({ length: 20 }, () => ({ method: "GET", url: "/api/courses" }) as const),
      { method: "GET", url: "/api/me" } as const,
      { method: "GET", url: "/readyz" } as const,
      { method: "POST", url: "/api/free-shot-session", payload: free, headers: { "idempotency-key": "k" } } as const,
    ].map((call) =>
      timed(app.http.inject({ ...call, headers: { cookie, ...("headers" in call ? call.headers : {}) } })),
    );
    const answers = await Promise.all(calls);
    // Those that got no connection know only that none came.
    const codes = answers.map(({ reply }) => reply.json().error.code);
    expect(codes.filter((code) => code === "service.database_away").length).toBeGreaterThanOrEqual(8);
    expect(codes.at(-2)).toBe("service.database_away");
    for (const { reply, ms } of answers) {
      expect(reply.statusCode).toBe(503);
      expect(reply.json().error.code).toMatch(/^service\.(database_away|busy)$/);
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect(ms).toBeLessThan(7 * second);
    }
    link.thaw();
    expect((await app.http.inject({ method: "GET", url: "/api/me", headers: { cookie } })).statusCode).toBe(200);
    expect(db.pool.waitingCount).toBe(0);
  });

  test("that freezes during a transaction gives the connection back and commits nothing", async () => {
    const gone = await timed(
      db
        .transaction(async (tx) => {
          await tx.sql.execute(sql`UPDATE users SET name = 'Nobody'`);
          link.freeze();
          await tx.sql.execute(sql`SELECT 1`);
        })
        .catch((error: unknown) => error),
    );
    expect(gone.reply).toBeInstanceOf(Error);
    expect(gone.ms).toBeLessThan(7 * second);
    link.thaw();
    const { rows } = await db.pool.query("SELECT count(*) AS n FROM users WHERE name = 'Nobody'");
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe("a database that can take no more", () => {
  let app: TestApp;
  let player: Player;
  let session: { id: string };
  beforeEach(async () => {
    app = await freshApp();
    player = await app.player();
    session = await play(player);
  });
  afterEach(() => app.close());
  const ready = () => app.browser().raw("GET", "/readyz");

  test.each([
    ["53100", "its disk is full"],
    ["53200", "it is out of memory"],
  ])("%s: 503, and /readyz says that %s until a write goes through", async (code, words) => {
    await app.owner.pool.query(`
      CREATE FUNCTION run_short() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'short' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER run_short BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION run_short();
      CREATE TRIGGER run_short BEFORE INSERT ON write_probes FOR EACH ROW EXECUTE FUNCTION run_short();`);
    expect((await ready()).status).toBe(200);
    expect(await shoot(player, session.id)).toMatchObject(comeAgain("service.database_away"));
    for (let n = 0; n < 2; n++) {
      const said = await ready();
      expect(said).toMatchObject(comeAgain("service.database_away"));
      expect(said.body.error.message).toContain(words);
    }
    await app.owner.pool.query("DROP FUNCTION run_short CASCADE");
    expect((await ready()).status).toBe(200);
    expect((await shoot(player, session.id)).status).toBe(201);
    expect((await app.db.pool.query("SELECT FROM write_probes")).rowCount).toBe(0);
  });

  test("read-only: writes are 503, reads are answered, and /readyz says so before anybody has written", async () => {
    const { database } = app.connection;
    await app.owner.pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    const readOnly = openDatabase(app.connection, 4, limitsOf.calls);
    const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
    const other = await buildApp({ config, db: readOnly, clock: app.clock, logLevel: "silent" });
    const said = await other.http.inject({ method: "GET", url: "/readyz" });
    expect([said.statusCode, said.json().error.message]).toEqual([503, expect.stringContaining("read-only")]);
    const account = { name: "Kim", email: "kim@example.com", phone: "555 010 0100" };
    const write = await other.http.inject({ method: "POST", url: "/api/register", payload: account });
    expect([write.statusCode, write.json().error.code]).toEqual([503, "service.database_away"]);
    expect((await other.http.inject({ method: "GET", url: "/api/courses" })).statusCode).toBe(200);
    await other.close();
    await readOnly.close();
  });

  test("too many connections: 503, not 500", async () => {
    const crowded = openDatabase({ ...app.connection, user: "crowd" }, 2, limitsOf.calls);
    await app.owner.pool.query("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
    const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
    const other = await buildApp({ config, db: crowded, clock: app.clock, logLevel: "silent" });
    for (const url of ["/api/courses", "/readyz"]) {
      const reply = await other.http.inject({ method: "GET", url });
      expect([url, reply.statusCode, reply.json().error.code]).toEqual([url, 503, "service.database_away"]);
    }
    await other.close();
    await crowded.close();
    await app.owner.pool.query("DROP ROLE crowd");
  });
});
