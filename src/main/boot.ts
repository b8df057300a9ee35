/** Opening the database of an installation: its own embedded one, or the one that DATABASE_URL names. */
import type { Config } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { connectionTo, startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { FolderOwnedError, takeFolder } from "#platform/server/db/owner.ts";

export interface OpenedDatabase {
  db: Database;
  /** The copy that DATABASE_REPLICA_URL names. */
  replica?: Database;
  close: () => Promise<void>;
}

/** Opens and migrates the database that the configuration names. */
export async function openConfigured(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) {
    const db = openDatabase({ connectionString: config.databaseUrl });
    await migrate(db.pool);
    if (config.databaseReplicaUrl === undefined) return { db, close: () => db.close() };
    const replica = openDatabase({ connectionString: config.databaseReplicaUrl }, 4);
    const close = async () => {
      await replica.close();
      await db.close();
    };
    return { db, replica, close };
  }
  const folder = takeFolder(config.dataDir);
  const embedded = await startEmbedded(config.dataDir);
  const db = openDatabase(embedded.connection);
  const close = async () => {
    await db.close();
    await embedded.stop();
    folder.release();
  };
  try {
    await migrate(db.pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

/** The same for a command that runs beside a server: when one owns the folder, its database is used. */
export async function openBeside(config: Config): Promise<OpenedDatabase> {
  try {
    return await openConfigured(config);
  } catch (error) {
    if (!(error instanceof FolderOwnedError)) throw error;
    const db = openDatabase(connectionTo(config.dataDir), 2);
    return { db, close: () => db.close() };
  }
}
