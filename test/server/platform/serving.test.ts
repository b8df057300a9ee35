/** The roles that serve own nothing and cannot undo what protects the books; read from PostgreSQL's own catalogue. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { openConfigured } from "#main/server/boot.ts";
import { type Config, readConfig } from "#platform/server/config.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { prepareServing, roleOf } from "#platform/server/db/serving.ts";
import { freshApp, SECRET, type TestApp } from "#test/app.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";

const ours = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
const kinds = ["calls", "jobs", "reports"] as const;
/** What each of the product's tables keeps for good. */
const appendOnly = [
  "public.adjustments",
  "public.approval_limits",
  "public.audit_trail",
  "public.claim_sightings",
  "public.claim_steps",
  "public.course_closings",
  "public.course_terms",
  "public.ledger_entries",
  "public.ledger_transfers",
  "public.package_terms",
  "public.payout_divisions",
  "public.prize_returns",
  "public.receipts",
  "public.remittance_returns",
  "public.remittances",
  "public.settlement_sendings",
  "public.stated_values_begin",
  "public.uploads",
];

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

const read = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.owner.pool.query(sql, values)).rows;
/** Releases before 17 have no such right. */
const knowsMaintain = "current_setting('server_version_num')::int >= 170000";
const planningOf = async (client: pg.Client | pg.Pool): Promise<unknown> =>
  (await client.query("SELECT current_setting('jit') AS jit, current_setting('random_page_cost') AS random_page_cost"))
    .rows[0];
const roles = () => kinds.map((kind) => roleOf(kind, app.connection.user ?? ""));

describe("a serving role", () => {
  test("is no superuser, makes neither roles nor databases, and owns nothing", async () => {
    expect(
      await read(
        "SELECT rolname FROM pg_roles WHERE rolname = ANY ($1) AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls OR NOT rolcanlogin)",
        [roles()],
      ),
    ).toEqual([]);
    expect(await read("SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)", [roles()])).toHaveLength(kinds.length);
    expect(
      await read(
        "SELECT classid::regclass FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid WHERE d.deptype = 'o' AND r.rolname = ANY ($1)",
        [roles()],
      ),
    ).toEqual([]);
  });

  test("may read and write every table, and has TRIGGER, TRUNCATE, REFERENCES and MAINTAIN on none", async () => {
    for (const role of roles()) {
      const rows = await read(
        `SELECT format('%I.%I', n.nspname, c.relname) AS name,
           has_table_privilege($1, c.oid, 'SELECT') AS reads, has_table_privilege($1, c.oid, 'INSERT') AS adds,
           has_table_privilege($1, c.oid, 'UPDATE') OR has_any_column_privilege($1, c.oid, 'UPDATE')
             OR has_table_privilege($1, c.oid, 'DELETE') AS changes,
           has_table_privilege($1, c.oid, 'TRIGGER') OR has_table_privilege($1, c.oid, 'TRUNCATE')
             OR has_table_privilege($1, c.oid, 'REFERENCES') OR CASE WHEN ${knowsMaintain} THEN has_table_privilege($1, c.oid, 'MAINTAIN') END AS owns
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND ${ours} ORDER BY 1`,
        [role],
      );
      expect(rows.length).toBeGreaterThan(40);
      expect(rows.filter(({ owns }) => owns)).toEqual([]);
      expect(rows.filter(({ reads }) => !reads)).toEqual([]);
      expect(rows.filter(({ adds }) => !adds).map(({ name }) => name)).toEqual(["public.schema_migrations"]);
      const kept = rows.filter(({ changes }) => !changes).map(({ name }) => name);
      expect(new Set(kept)).toEqual(new Set([...appendOnly, "public.schema_migrations"]));
    }
  });

  test("may make nothing: neither in the database nor in any schema of ours", async () => {
    for (const role of roles()) {
      expect(await read("SELECT has_database_privilege($1, current_database(), 'CREATE') AS may", [role])).toEqual([
        { may: false },
      ]);
      expect(
        await read(`SELECT nspname FROM pg_namespace n WHERE ${ours} AND has_schema_privilege($1, oid, 'CREATE')`, [
          role,
        ]),
      ).toEqual([]);
    }
  });

  test("has its limits set on the role, so that a pooler needs none in the connection", async () => {
    for (const kind of kinds) {
      const client = new pg.Client({ ...app.connection, user: roleOf(kind, app.connection.user ?? "") });
      await client.connect();
      const { rows } = await client.query(
        "SELECT name, setting::integer AS ms FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name",
      );
      expect(await planningOf(client)).toEqual({ jit: "off", random_page_cost: "1.1" });
      await client.end();
      const { statement, lock, idle } = limitsOf[kind];
      expect(rows.map(({ ms }) => ms)).toEqual([idle, lock, statement]);
    }
  });

  test.each([
    "UPDATE ledger_entries SET amount_cents = 0",
    "DELETE FROM ledger_transfers",
    "UPDATE audit_trail SET action = 'nothing'",
    "DELETE FROM claim_sightings",
    "TRUNCATE receipts",
    "ALTER TABLE ledger_entries DISABLE TRIGGER ALL",
    "DROP TRIGGER ledger_entries_append_only ON ledger_entries",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET session_replication_role = replica",
    "DELETE FROM schema_migrations",
    "CREATE TABLE mine (id integer)",
    "ALTER TABLE users ADD COLUMN mine integer",
    "COPY users TO PROGRAM 'cat'",
  ])("is refused: %s", async (statement) => {
    await expect(app.db.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
  });
});

test("a table of a later migration needs no grant of its own, and neither does an append-only one", async () => {
  await app.owner.pool.query(`
    CREATE SCHEMA later;
    CREATE TABLE later.plain (id serial PRIMARY KEY);
    CREATE UNLOGGED TABLE plain_too (id serial PRIMARY KEY);
    CREATE TABLE kept (id integer);
    CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON kept FOR EACH ROW EXECUTE FUNCTION refuse_change();`);
  const owner = openDatabase({ ...app.connection, user: "acebay" }, 1);
  await migrate(owner.pool);
  await prepareServing(owner.pool, app.connection.user ?? "");
  await owner.close();
  for (const table of ["later.plain", "plain_too"])
    await app.db.pool.query(`INSERT INTO ${table} DEFAULT VALUES; UPDATE ${table} SET id = 7; DELETE FROM ${table}`);
  await app.db.pool.query("INSERT INTO kept VALUES (1)");
  await expect(app.db.pool.query("DELETE FROM kept")).rejects.toMatchObject({ code: "42501" });
});

describe("an external database", () => {
  let fresh: FreshDatabase;
  const serving = `serving_${randomUUID().slice(0, 8)}`;
  const address = (user: string) =>
    `postgres://${user}@/${fresh.connection.database}?host=${encodeURIComponent(fresh.connection.host)}`;
  const configure = (env: Record<string, string>): Config =>
    readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET, ...env });
  beforeAll(async () => {
    fresh = await freshDatabase();
  });
  afterAll(async () => {
    for (const kind of kinds.toReversed()) {
      const role = roleOf(kind, serving);
      await fresh.owner.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
    await fresh.drop();
  });
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await close?.();
    close = undefined;
  });
  const limitOf = async (pool: pg.Pool) => (await pool.query("SHOW statement_timeout")).rows[0].statement_timeout;

  test("with DATABASE_URL alone works, and the two lines that improve it are printed", async () => {
    const opened = await openConfigured(configure({ DATABASE_URL: address("acebay") }));
    ({ close } = opened);
    expect(opened.advice).toHaveLength(1);
    const better = address("acebay_app:A-NEW-PASSWORD");
    expect(opened.advice[0]).toMatch(/^DATABASE_OWNER_URL=.*$/m);
    expect(opened.advice[0]?.split("\n").at(-1)).toBe(`DATABASE_URL=${better}`);
    expect([await limitOf(opened.db.pool), await limitOf(opened.dbOfJobs.pool)]).toEqual(["5s", "5min"]);
    expect(await planningOf(opened.dbOfJobs.pool)).toEqual({ jit: "off", random_page_cost: "1.1" });
  });

  test("with its owner's address gets roles that serve with their limits, and nothing is printed", async () => {
    const config = configure({ DATABASE_URL: address(serving), DATABASE_OWNER_URL: address("acebay") });
    const opened = await openConfigured(config);
    ({ close } = opened);
    expect(opened.advice).toEqual([]);
    const users = [];
    for (const { pool } of [opened.db, opened.dbOfJobs, opened.dbOfReports])
      users.push([(await pool.query("SELECT current_user AS name")).rows[0].name, await limitOf(pool)]);
    expect(users).toEqual([
      [serving, "5s"],
      [`${serving}_jobs`, "5min"],
      [`${serving}_reports`, "25s"],
    ]);
    await expect(opened.db.pool.query("DELETE FROM ledger_entries")).rejects.toMatchObject({ code: "42501" });
  });

  test("then needs the serving address alone, and has nothing to migrate", async () => {
    const opened = await openConfigured(configure({ DATABASE_URL: address(serving) }));
    ({ close } = opened);
    expect(opened.advice).toEqual([]);
  });

  test("whose machine is too busy to answer once is asked again: its jobs keep their role, with their own limits", async () => {
    const folder = mkdtempSync(join(tmpdir(), "acebay-busy-"));
    const name = ".s.PGSQL.5432";
    let silent = 0;
    const busy = createServer((near) => {
      const far = connect(join(fresh.connection.host, name));
      for (const end of [near, far])
        end.on("error", () => undefined).on("close", () => (near.destroy(), far.destroy()));
      // What names the role is the first that a client sends.
      near.once("data", (greeting) => {
        if (greeting.includes(`${serving}_jobs\0`) && silent++ === 0) return;
        far.write(greeting);
        near.pipe(far);
      });
      far.pipe(near);
    });
    await new Promise<void>((resolve) => void busy.listen(join(folder, name), resolve));
    const url = address(serving).replace(/host=.*/, `host=${encodeURIComponent(folder)}`);
    const opened = await openConfigured(configure({ DATABASE_URL: url }));
    const { rows } = await opened.dbOfJobs.pool.query("SELECT current_user AS name");
    expect([silent > 1, rows, await limitOf(opened.dbOfJobs.pool)]).toEqual([
      true,
      [{ name: `${serving}_jobs` }],
      "5min",
    ]);
    await opened.close();
    busy.close();
    rmSync(folder, { recursive: true });
  });

  test("is refused with contradictory settings", async () => {
    expect(() => configure({ DATABASE_OWNER_URL: "postgres://owner@host/acebay" })).toThrow("set both, or neither");
    const same = configure({ DATABASE_URL: address("acebay"), DATABASE_OWNER_URL: address("acebay") });
    await expect(openConfigured(same)).rejects.toThrow("must name two roles");
  });
});

test("administrators read on the dashboard what the operator should change", async () => {
  const admin = await app.signIn("admin@acebay.test");
  expect(await admin.call(dashboardRoutes.listAdvice)).toMatchObject({ status: 200, body: { advice: [] } });
  expect((await (await app.player()).call(dashboardRoutes.listAdvice)).status).toBe(403);
});
