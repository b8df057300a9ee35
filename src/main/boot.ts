/** Opening the database of an installation: its own embedded one, or the one that DATABASE_URL names. */
import type pg from "pg";
import type { Config } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { connectionTo, startEmbedded } from "#platform/server/db/embedded.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { FolderOwnedError, takeFolder } from "#platform/server/db/owner.ts";

/** The most connections of each kind that a process holds. */
const SIZES = { calls: 12, jobs: 4, reports: 4 };

export interface OpenedDatabase {
  db: Database;
  /** The same with the limits of what may take longer. */
  dbOfJobs: Database;
  dbOfReports: Database;
  /** The copy that DATABASE_REPLICA_URL names. */
  replica?: Database;
  close: () => Promise<void>;
}

/** Opens and migrates the database that the configuration names. */
export async function openConfigured(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    await migrated(connection);
    return open(connection, config.databaseReplicaUrl);
  }
  const folder = takeFolder(config.dataDir);
  const embedded = await startEmbedded(config.dataDir);
  const stop = async () => {
    await embedded.stop();
    folder.release();
  };
  try {
    await migrated(embedded.connection);
  } catch (error) {
    await stop();
    throw error;
  }
  const opened = open(embedded.connection);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await stop();
    },
  };
}

async function migrated(connection: pg.PoolConfig): Promise<void> {
  const owner = openDatabase(connection, 1);
  try {
    await migrate(owner.pool);
  } finally {
    await owner.close();
  }
}

function open(connection: pg.PoolConfig, replicaUrl?: string): OpenedDatabase {
  const db = openDatabase(connection, SIZES.calls, limitsOf.calls);
  const dbOfJobs = openDatabase(connection, SIZES.jobs, limitsOf.jobs);
  const dbOfReports = openDatabase(connection, SIZES.reports, limitsOf.reports);
  const replica =
    replicaUrl === undefined
      ? undefined
      : openDatabase({ connectionString: replicaUrl }, SIZES.reports, limitsOf.reports);
  const all = [db, dbOfJobs, dbOfReports, ...(replica ? [replica] : [])];
  return {
    db,
    dbOfJobs,
    dbOfReports,
    ...(replica ? { replica } : {}),
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

/** The same for a command that runs beside a server: when one owns the folder, its database is used. */
export async function openBeside(config: Config): Promise<OpenedDatabase> {
  try {
    return await openConfigured(config);
  } catch (error) {
    if (!(error instanceof FolderOwnedError)) throw error;
    return open(connectionTo(config.dataDir));
  }
}
