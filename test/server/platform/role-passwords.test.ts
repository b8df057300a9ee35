/** The password of the role that serves: the role signs in with it, and PostgreSQL's log never has it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { type EmbeddedPostgres, filesOf, startEmbedded } from "#platform/server/db/embedded.ts";
import { scramVerifier } from "#platform/server/db/scram.ts";
import { prepareServing, roleOf } from "#platform/server/db/serving.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-passwords-"));
const kinds = ["calls", "jobs", "reports"] as const;
let server: EmbeddedPostgres;
let owner: Database["pool"];
beforeAll(async () => {
  // A server that logs as much as it can, and asks everybody but its superuser for a password.
  server = await startEmbedded(folder, 20, process.env["ACEBAY_TEST_POSTGRES"], ["log_statement=all"]);
  writeFileSync(join(filesOf(folder), "pg_hba.conf"), "local all acebay trust\nlocal all all scram-sha-256\n");
  ({ pool: owner } = openDatabase(server.owner, 2));
  await owner.query("SELECT pg_reload_conf()");
  await owner.query("CREATE TABLE schema_migrations ()");
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const log = () => readFileSync(join(folder, "postgres.log"), "utf8");

/** Who somebody is after signing in; the code of the refusal if there was one. */
async function signIn(user: string, password: string): Promise<unknown> {
  const client = new pg.Client({ ...server.owner, user, password });
  try {
    await client.connect();
    return (await client.query("SELECT current_user AS name")).rows[0].name;
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test.each([
  ["plain", "4f1b0c9d'a\\b$c"],
  ["composed", "Ⅸ\u{A0}ﬁnal\u{AD} u\u{308} 密码 🔑"],
])("each new role signs in with its password (%s), and the log does not have it", async (name, password) => {
  await prepareServing(owner, name, password);
  for (const role of kinds.map((kind) => roleOf(kind, name))) {
    expect(await signIn(role, password)).toBe(role);
    expect(await signIn(role, `${password}x`)).toBe("28P01");
  }
  expect(log()).toContain(`CREATE ROLE "${name}_jobs" LOGIN`);
  for (const part of [password, password.replaceAll("'", "''"), password.slice(0, 8)])
    expect(log()).not.toContain(part);
});

test.each(["e2c91a77", "a b\u{7}c", "Ⅸ\u{A0}ﬁnal\u{AD} u\u{308}", "密码 ½", "SCRAM-SHA-256$4096:", "x".repeat(300)])(
  "the verifier of %j is the one that PostgreSQL makes with the same salt",
  async (password) => {
    await owner.query(`CREATE ROLE measure PASSWORD ${pg.escapeLiteral(password)}`);
    const { rows } = await owner.query("SELECT rolpassword AS kept FROM pg_authid WHERE rolname = 'measure'");
    await owner.query("DROP ROLE measure");
    const [, salt = ""] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(rows[0].kept) ?? [];
    expect(scramVerifier(password, Buffer.from(salt, "base64"))).toBe(rows[0].kept);
    expect(scramVerifier(password)).not.toBe(rows[0].kept);
  },
);

test("an owner who may not make roles does not try: the log has no refusal", async () => {
  await owner.query("CREATE ROLE modest LOGIN PASSWORD 'modest'; CREATE ROLE served LOGIN");
  await owner.query("CREATE DATABASE other OWNER modest");
  const { pool } = openDatabase({ ...server.owner, user: "modest", password: "modest", database: "other" }, 1);
  await pool.query("CREATE TABLE schema_migrations ()");
  await prepareServing(pool, "served", "a-password-of-nobody");
  await pool.end();
  const { rows } = await owner.query("SELECT rolname FROM pg_roles WHERE rolname LIKE 'served%'");
  expect(rows).toEqual([{ rolname: "served" }]);
  expect(log()).not.toMatch(/permission denied to create role|a-password-of-nobody/);
});
