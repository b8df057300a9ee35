/** Opening the database of an installation: its own embedded one, or the one that DATABASE_URL names. */
import pg from "pg";
import { refuseMaking, refuseMarked } from "#platform/server/backup/unfinished.ts";
import type { Config } from "#platform/server/config.ts";
import { withRole } from "#platform/server/db/address.ts";
import { poolSizes } from "#platform/server/db/budget.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { connectionTo, type EmbeddedPostgres, ownerOf, startEmbedded } from "#platform/server/db/embedded.ts";
import { databaseError, NO_RIGHT } from "#platform/server/db/errors.ts";
import { hasDatabase } from "#platform/server/db/embedded-folder.ts";
import { limitsOf, limitsOfRole, patience } from "#platform/server/db/limits.ts";
import { type Courtesy, isMigrated, migrate } from "#platform/server/db/migrate.ts";
import { readFresh } from "#platform/server/db/replica.ts";
import { FolderOwnedError, takeFolder } from "#platform/server/db/owner.ts";
import { isOwner, type PoolKind, timeoutOf, prepareServing, roleOf } from "#platform/server/db/serving.ts";
import { NotMigrated } from "./explain.ts";

/** The database without time limits, for the start. */
export const ALONE = { statement: 0 };

export interface OpenedDatabase {
  db: Database;
  /** The same database with the limits of jobs and of reports, which may take longer. */
  dbOfJobs: Database;
  dbOfReports: Database;
  /** The connection for hints of other processes, past a pooler. */
  direct: pg.ClientConfig;
  /** The copy that DATABASE_REPLICA_URL names, or `dbOfReports` while it is away or behind. */
  replica?: Database;
  /** What the operator should change about it, in sentences. */
  advice: string[];
  /** The migrations that opening it has applied. */
  applied: string[];
  close: () => Promise<void>;
}

/** Opens and migrates the database that the configuration names. */
export async function openConfigured(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) {
    const applied = await migrateConfigured(config);
    return { ...(await openExternal(config.databaseUrl, config)), applied };
  }
  const { embedded, stop } = await startOwned(config.dataDir);
  let applied: string[];
  try {
    applied = await migrateAs(embedded.owner, { user: embedded.connection.user }, ALONE);
  } catch (error) {
    await stop();
    throw error;
  }
  const opened = openEmbedded(embedded.connection);
  return {
    ...opened,
    applied,
    close: async () => {
      await opened.close();
      await stop();
    },
  };
}

/**
 * Migrates an external database as its owner, and prepares the roles that serve. Without an owner's address the serving
 * role does it, unless nothing is to be done.
 * @returns the names of the migrations that were applied now
 * @throws Unfinished while a restore fills it
 */
export async function migrateConfigured(config: Config, manners: Partial<Courtesy> = {}): Promise<string[]> {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl = databaseUrl } = config;
  await refuseMarked({ connectionString: databaseOwnerUrl ?? databaseDirectUrl });
  return migrateFilled(config, manners);
}

/** The same at the end of a restore. */
export async function migrateFilled(config: Config, manners: Partial<Courtesy> = {}): Promise<string[]> {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl = databaseUrl } = config;
  if (databaseUrl === undefined) throw new Error("Only an external database is migrated by itself");
  if (databaseOwnerUrl !== undefined) {
    const { user, password } = new pg.Client(databaseUrl);
    if (!user) throw new Error("DATABASE_URL must name the role that serves");
    return migrateAs({ connectionString: databaseOwnerUrl }, { user, ...(password ? { password } : {}) }, manners);
  }
  // Past a pooler: migrating holds a lock of its session.
  const alone = openDatabase({ connectionString: databaseDirectUrl }, 1, undefined, false);
  try {
    const isDone = await isMigrated(alone.pool).catch(() => false);
    return isDone ? [] : await migrate(alone.pool, undefined, manners);
  } catch (error) {
    throw databaseError(error)?.code === NO_RIGHT ? new NotMigrated({ cause: error }) : error;
  } finally {
    await alone.close();
  }
}

/** Migrates as an owner, and prepares the roles that serve. */
export async function migrateAs(
  owner: pg.PoolConfig,
  serving: { user: string; password?: string },
  manners: Partial<Courtesy>,
): Promise<string[]> {
  const db = openDatabase(owner, 1, undefined, false);
  try {
    const applied = await migrate(db.pool, undefined, manners);
    await prepareServing(db.pool, serving.user, serving.password);
    return applied;
  } finally {
    await db.close();
  }
}

function openEmbedded(connection: EmbeddedPostgres["connection"]): OpenedDatabase {
  const { user } = connection;
  const calls = { ...connection, user: roleOf("calls", user) };
  const connections = {
    calls,
    jobs: { ...connection, user: roleOf("jobs", user) },
    reports: { ...connection, user: roleOf("reports", user) },
  };
  return together(connections, calls, true);
}

async function openExternal(
  databaseUrl: string,
  { databaseDirectUrl, databaseReplicaUrl, databasePrepared }: Config,
): Promise<OpenedDatabase> {
  // All at once, because each asks its server twice: a start then waits for the slowest only.
  const [calls, jobs, reports, copy] = await Promise.all([
    connectionOf("calls", databaseUrl),
    connectionOf("jobs", databaseUrl),
    connectionOf("reports", databaseUrl),
    databaseReplicaUrl === undefined ? undefined : ofReplica(databaseReplicaUrl),
  ]);
  const connections = { calls, jobs, reports };
  const direct = databaseDirectUrl === undefined ? calls : { connectionString: databaseDirectUrl };
  const opened = together(connections, direct, databasePrepared, copy);
  if (await isOwner(opened.db.pool)) opened.advice.push(ownerAdvice(databaseUrl));
  return opened;
}

/** The role of a kind where it can sign in, else the one that DATABASE_URL names; with its limits where it has none. */
async function connectionOf(kind: PoolKind, databaseUrl: string): Promise<pg.PoolConfig> {
  const { user } = new pg.Client(databaseUrl);
  const own = user ? { connectionString: withRole(databaseUrl, roleOf(kind, user)) } : undefined;
  return limited(kind, own && (await timeoutOf(own)) !== undefined ? own : { connectionString: databaseUrl });
}

/** A replica that does not answer now may do so later, and a start does not wait for it. */
function ofReplica(connectionString: string): Promise<pg.PoolConfig> {
  return limited("reports", { connectionString }).catch(() => ({ connectionString, ...limitsOfRole }));
}

/** A connection with its role's limits, or with those of its kind where the role has none. */
async function limited(kind: PoolKind, connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  // A pooler refuses limits that come with the connection, so they are the role's wherever it has them.
  if ((await timeoutOf(connection)) !== "0") return { ...connection, ...limitsOfRole };
  const withLimits = { ...connection, ...patience(limitsOf[kind]) };
  return (await timeoutOf(withLimits)) === undefined ? { ...connection, ...limitsOfRole } : connection;
}

function together(
  connections: Record<PoolKind, pg.PoolConfig>,
  direct: pg.ClientConfig,
  prepares: boolean,
  copy?: pg.PoolConfig,
): OpenedDatabase {
  // A report is planned for its own days: the plan for any days may be much slower than planning is.
  const open = (kind: PoolKind, connection = connections[kind]) =>
    openDatabase(connection, poolSizes[kind], limitsOf[kind], prepares && kind !== "reports");
  const opened = { db: open("calls"), dbOfJobs: open("jobs"), dbOfReports: open("reports") };
  const replica = copy && readFresh(open("reports", copy), opened.dbOfReports);
  return {
    ...opened,
    direct,
    ...(replica ? { replica } : {}),
    advice: [],
    applied: [],
    close: async () => {
      await Promise.all([...Object.values(opened), ...(replica ? [replica] : [])].map((one) => one.close()));
    },
  };
}

/** The two lines that separate the roles: the present role becomes the owner, and a new role serves. */
function ownerAdvice(databaseUrl: string): string {
  return [
    "The role of DATABASE_URL owns the tables, so whoever takes over this process could change the books. Set both:",
    "DATABASE_OWNER_URL=<what DATABASE_URL is now>",
    `DATABASE_URL=${withRole(databaseUrl, "acebay_app", "A-NEW-PASSWORD")}`,
  ].join("\n");
}

/**
 * A connection that may read everything, for a backup: beside a running server, or of a folder that no server uses.
 * @throws Error if the data folder has no database: none is made for a folder that was named by mistake; Unfinished if a
 * restore into it has not come to its end
 */
export async function openForBackup(config: Config): Promise<{ connection: pg.ClientConfig; close(): Promise<void> }> {
  const { databaseOwnerUrl, databaseDirectUrl, databaseUrl } = config;
  const connectionString = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;
  if (connectionString !== undefined) {
    await refuseMarked({ connectionString });
    return { connection: { connectionString }, close: async () => undefined };
  }
  if (!hasDatabase(config.dataDir))
    throw new Error(`${config.dataDir} has no database. Set DATA_DIR or DATABASE_URL as the server has it.`);
  try {
    const { embedded, stop } = await startOwned(config.dataDir);
    return { connection: embedded.owner, close: stop };
  } catch (error) {
    if (!(error instanceof FolderOwnedError)) throw error;
    return { connection: ownerOf(config.dataDir), close: async () => undefined };
  }
}

/**
 * Starts the database of a data folder as its owner.
 * @throws FolderOwnedError; Unfinished if the folder has only a restore that was interrupted
 */
export async function startOwned(
  dataDir: string,
  programs?: string,
): Promise<{ embedded: EmbeddedPostgres; stop: () => Promise<void> }> {
  const folder = takeFolder(dataDir);
  refuseMaking(dataDir);
  const embedded = await startEmbedded(dataDir, undefined, programs);
  return {
    embedded,
    stop: async () => {
      await embedded.stop();
      folder.release();
    },
  };
}

/**
 * The same for a command that runs beside a server: when one owns the folder, its database is used. Migrations that it
 * applied are told, because the command may be one that only looks.
 */
export async function openBeside(config: Config): Promise<OpenedDatabase> {
  try {
    const opened = await openConfigured(config);
    if (opened.applied.length > 0) console.error(`Applied ${opened.applied.join(", ")}.`);
    return opened;
  } catch (error) {
    if (!(error instanceof FolderOwnedError)) throw error;
    return openEmbedded(connectionTo(config.dataDir));
  }
}
