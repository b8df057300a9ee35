/**
 * The database roles that serve. None is a superuser or owns anything. Their rights are computed from the tables after
 * every migration: in an append-only table (known by its trigger) rows may be read and added, in others also changed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { endConnection } from "./ends.ts";
import { databaseError, NO_RIGHT } from "./errors.ts";
import { limitsOf, planning } from "./limits.ts";
import { onConnection } from "./pool.ts";
import { scramVerifier } from "./scram.ts";

export type PoolKind = keyof typeof limitsOf;

/** DATABASE_URL names the role of calls. The other roles are made beside it and inherit its rights. */
export function roleOf(kind: PoolKind, user: string): string {
  return kind === "calls" ? user : `${user}_${kind}`;
}

/** Any constant. It keeps two processes that start at once from preparing the roles at the same time. */
const LOCK = 7_306_430;

/** The function of every trigger that makes a table append-only. */
const REFUSES_CHANGE = "refuse_change";

const APPEND_ONLY = `
  SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE p.proname = '${REFUSES_CHANGE}' ORDER BY 1`;

/** What only the owner may do, and does in a function that limits it. */
const OF_THE_OWNER = `
  SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE p.prosecdef AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`;

const SCHEMAS = `
  SELECT format('%I', nspname) AS name FROM pg_namespace
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`;

/**
 * Creates missing serving roles, sets their limits, and grants their rights on present and future tables.
 * @param owner a pool of the role that owns the tables
 * @param password of new roles; existing roles keep theirs
 * @throws if the owner lacks the right
 */
export async function prepareServing(owner: pg.Pool, user: string, password?: string): Promise<void> {
  await onConnection(owner, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const { rows } = await client.query<{ name: string; makes: boolean }>(
      "SELECT rolname AS name, rolsuper OR rolcreaterole AS makes FROM pg_roles WHERE rolname = current_user",
    );
    if (rows[0]?.name === user) throw new Error("DATABASE_URL and DATABASE_OWNER_URL must name two roles");
    const makesRoles = rows[0]?.makes === true;
    const kinds = Object.keys(limitsOf) as PoolKind[]; // TypeScript's `keys` forgets the known keys.
    for (const kind of kinds) await makeRole(client, { kind, makesRoles }, user, password);
    // A restore audits as the owner (`limits.ts` says what compiling costs).
    await client.query("ALTER ROLE CURRENT_USER SET jit = off");
    await grantAll(client, pg.escapeIdentifier(user));
  });
}

async function makeRole(
  client: pg.PoolClient,
  { kind, makesRoles }: { kind: PoolKind; makesRoles: boolean },
  user: string,
  password?: string,
): Promise<void> {
  const name = roleOf(kind, user);
  const role = pg.escapeIdentifier(name);
  const { rows } = await client.query<{ config: string[]; inherits: boolean }>(
    "SELECT coalesce(rolconfig, '{}') AS config, pg_has_role(rolname, $2, 'MEMBER') AS inherits FROM pg_roles WHERE rolname = $1",
    [name, user],
  );
  const [before] = rows;
  // An owner who did not create these roles may not create more. The process then serves with the role that exists (`boot`).
  const mayFail = kind !== "calls";
  if (!before) {
    // PostgreSQL writes a statement that fails into its log, at each start.
    if (mayFail && !makesRoles) return;
    // So the password itself is in none.
    const secret = password === undefined ? "" : ` PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`;
    const made = await tryTo(client, `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE${secret}`, mayFail);
    if (!made) return;
  }
  // Roles belong to the whole server, where other databases prepare them, too: what is so already is not written again.
  if (mayFail && !before?.inherits) await tryTo(client, `GRANT ${pg.escapeIdentifier(user)} TO ${role}`, true);
  const { statement, lock, idle } = limitsOf[kind];
  const settings = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
    ...planning,
  };
  for (const [setting, value] of Object.entries(settings))
    if (!before?.config.includes(`${setting}=${value}`))
      await tryTo(client, `ALTER ROLE ${role} SET ${setting} = ${value}`, true);
}

/** @returns whether it was allowed */
async function tryTo(client: pg.PoolClient, statement: string, mayFail: boolean): Promise<boolean> {
  await client.query("SAVEPOINT try");
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if (!mayFail || !(error instanceof pg.DatabaseError) || error.code !== NO_RIGHT) throw error;
    await client.query("ROLLBACK TO SAVEPOINT try");
    return false;
  }
}

async function grantAll(client: pg.PoolClient, role: string): Promise<void> {
  const names = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
  for (const schema of await names(SCHEMAS)) {
    const here = `IN SCHEMA ${schema}`;
    await client.query(`
      REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role};
      GRANT USAGE ON SCHEMA ${schema} TO ${role};
      REVOKE ALL ON ALL TABLES ${here} FROM ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES ${here} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES ${here} TO ${role};
      ALTER DEFAULT PRIVILEGES ${here} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
      ALTER DEFAULT PRIVILEGES ${here} GRANT USAGE, SELECT ON SEQUENCES TO ${role};`);
  }
  for (const name of await names(OF_THE_OWNER)) await client.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${role}`);
  for (const table of await names(APPEND_ONLY)) await client.query(`REVOKE UPDATE, DELETE ON ${table} FROM ${role}`);
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON public.schema_migrations FROM ${role}`);
}

/** Whether a pool's role could remove what protects the books: it owns a table, or is a superuser. */
export async function isOwner(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(`
    SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND pg_has_role(current_user, c.relowner, 'USAGE')) AS owns`);
  return rows[0]?.owns === true;
}

/** So often a server is asked that does not answer, with this pause. */
const TRIES = { most: 3, pauseMs: 500 };

/**
 * The statement timeout of a new connection, 0 for none; undefined when the server refuses such a connection.
 * @throws when the server does not answer: a busy machine refuses nothing, and has not said which limits hold
 */
export async function timeoutOf(connection: pg.PoolConfig): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await askedTimeout(connection);
    } catch (error) {
      const code = databaseError(error)?.code ?? "";
      // Neither started nor free: it may say something else in a moment.
      if (code !== "" && !/^(53|57P)/.test(code)) return undefined;
      if (tries === TRIES.most) throw error;
      await sleep(TRIES.pauseMs);
    }
  }
}

async function askedTimeout(connection: pg.PoolConfig): Promise<string | undefined> {
  const client = new pg.Client({ connectionTimeoutMillis: 3_000, ...connection });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<{ statement_timeout: string }>("SHOW statement_timeout")).rows[0]?.statement_timeout;
  } finally {
    await endConnection(client);
  }
}
