/** Databases that are to be filled: by a restore, a recovery, or on trial. */
import type pg from "pg";
import { copiesBefore, isTooEarly, layOut, RecoveryRefused, whyNotRecovered } from "#platform/server/backup/base.ts";
import { RestoreRefused } from "#platform/server/backup/load.ts";
import { emptyMaking, keepMade, mark, removeMaking, unmark } from "#platform/server/backup/unfinished.ts";
import type { Config } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import {
  type EmbeddedPostgres,
  filesOf,
  NotStarted,
  RecoveryEnded,
  startEmbedded,
} from "#platform/server/db/embedded.ts";
import { hasDatabase } from "#platform/server/db/embedded-folder.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { takeFolder } from "#platform/server/db/owner.ts";
import { databaseError, NO_RIGHT } from "#platform/server/db/errors.ts";
import { makeScratch, ScratchRefused } from "#platform/server/db/scratch.ts";
import { ALONE, migrateAs, migrateFilled, startOwned } from "./boot.ts";

interface Filling {
  owner: pg.PoolConfig;
  /** Migrates it to this version, and makes the roles that serve. @returns what was applied */
  prepare(): Promise<string[]>;
}

const NO_OWNER =
  "The role of DATABASE_URL may not do this, and DATABASE_OWNER_URL is not set: set it, as in owner.env, and run it again.";

/** Whether the role that serves was refused what the owner may do, because only its address was given. */
function lacksOwner({ databaseOwnerUrl }: Config, error: unknown): boolean {
  return databaseOwnerUrl === undefined && databaseError(error)?.code === NO_RIGHT;
}

/** A database that is filled on trial. */
export interface Trial extends Filling {
  remove(): Promise<void>;
}

/** A database that is filled to serve. */
export interface Empty extends Filling {
  /** It is whole: from now on a server may take it. */
  close(): Promise<void>;
  /** The same after a failure: no server takes it. @returns what is left of it, in words */
  abandon(): Promise<string>;
}

/**
 * Opens a database for a restore.
 * @throws RestoreRefused if the data folder has one already, something is in the external database, or its owner's address
 * is not set
 */
export async function openForRestore(config: Config): Promise<Empty> {
  const { databaseOwnerUrl, databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    const owner = { connectionString: databaseOwnerUrl ?? databaseUrl };
    try {
      await mark(owner);
    } catch (error) {
      throw lacksOwner(config, error) ? new RestoreRefused(NO_OWNER, { cause: error }) : error;
    }
    return {
      owner,
      prepare: () => migrateFilled(config, ALONE),
      close: () => unmark(owner),
      abandon: async () => "No server starts on what is in the database now: drop it, and restore into a new one.",
    };
  }
  if (hasDatabase(dataDir))
    throw new RestoreRefused(`${dataDir} has a database. Restore into another DATA_DIR, or move this one away.`);
  return makeEmbedded(dataDir);
}

/**
 * Recovers the embedded database from the copies and the log of a folder.
 * @param until the moment to which; without it, to the log's end
 * @throws RecoveryRefused if the data folder has a database, or the copies and the log do not give the moment's
 */
export async function openRecovered({ dataDir }: Config, folder: string, until?: Date): Promise<Empty> {
  if (hasDatabase(dataDir))
    throw new RecoveryRefused(`${dataDir} has a database. Recover into another DATA_DIR, or move this one away.`);
  const from = async ([copy = "", ...older]: readonly string[]): Promise<Empty> => {
    try {
      return await makeEmbedded(dataDir, (making) => layOut(folder, copy, filesOf(making), until));
    } catch (error) {
      if (!(error instanceof RecoveryEnded)) throw error;
      if (older.length > 0 && isTooEarly(error)) return from(older);
      throw whyNotRecovered(error, folder, copy, until);
    }
  };
  return from(await copiesBefore(folder, until));
}

/**
 * Makes the embedded database of a data folder beside its place, where no server takes it.
 * @param fill puts files into the folder that is given to it, from which PostgreSQL starts
 */
async function makeEmbedded(dataDir: string, fill?: (making: string) => Promise<void>): Promise<Empty> {
  const folder = takeFolder(dataDir);
  let embedded: EmbeddedPostgres;
  try {
    const making = await emptyMaking(dataDir);
    await fill?.(making);
    embedded = await startEmbedded(making);
  } catch (error) {
    // Its log says why.
    if (!(error instanceof NotStarted)) removeMaking(dataDir);
    folder.release();
    throw error;
  }
  const abandon = async () => {
    await embedded.stop();
    removeMaking(dataDir);
    folder.release();
    return `Nothing is left of it in ${dataDir}.`;
  };
  let abandoned: Promise<string> | undefined;
  return {
    owner: embedded.owner,
    prepare: () => migrateAs(embedded.owner, { user: embedded.connection.user }, ALONE),
    close: async () => {
      await embedded.stop();
      keepMade(dataDir);
      folder.release();
    },
    // A command that is asked to end loses its database and fails, which asks again.
    abandon: () => (abandoned ??= abandon()),
  };
}

/**
 * Opens a database in a folder that is for a trial alone. The caller removes the folder.
 * @param programs the folder of another PostgreSQL's programs
 */
export async function openForTrial(folder: string, programs?: string): Promise<Trial> {
  const { embedded, stop } = await startOwned(folder, programs);
  return {
    owner: embedded.owner,
    prepare: () => migrateAs(embedded.owner, { user: embedded.connection.user }, ALONE),
    remove: stop,
  };
}

/**
 * The same beside an external database, on its server.
 * @throws ScratchRefused
 */
export async function openScratch(config: Config): Promise<Trial> {
  const url = config.databaseOwnerUrl ?? config.databaseUrl;
  if (url === undefined) throw new ScratchRefused("--database needs DATABASE_OWNER_URL");
  const scratch = await makeScratch(url).catch((error: unknown) => {
    throw lacksOwner(config, error) ? new ScratchRefused(NO_OWNER, { cause: error }) : error;
  });
  return {
    owner: scratch.connection,
    // Nobody serves from it, so the roles that serve are left as they are.
    prepare: async () => {
      const db = openDatabase(scratch.connection, 1, undefined, false);
      try {
        return await migrate(db.pool, undefined, ALONE);
      } finally {
        await db.close();
      }
    },
    remove: () => scratch.remove(),
  };
}
