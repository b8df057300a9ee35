/**
 * A restore, or a recovery, that has not come to its end. The embedded database is made in a folder of its own, which is no
 * server's, and is moved to its place when it is whole. An external one has a table as a mark meanwhile.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { endLeftBehind, filesOf } from "../db/embedded.ts";
import { hasDatabase } from "../db/embedded-folder.ts";
import { endConnection } from "../db/ends.ts";
import { patience } from "../db/limits.ts";
import { keepPrivate } from "../private-folder.ts";
import { refuseUsed, RestoreRefused } from "./load.ts";
import { MARK } from "./schemas.ts";

/** Why no server starts, as the operator reads it. */
export class Unfinished extends Error {}

/** One look at the mark, or one change of it. */
const LOOK_MS = 10_000;

/** Where the database of a data folder is made; a data folder itself. */
export const makingOf = (dataDir: string): string => join(dataDir, "unfinished");

/** @throws Unfinished if a data folder has a restore that was interrupted, and no database */
export function refuseMaking(dataDir: string): void {
  if (!hasDatabase(dataDir) && existsSync(makingOf(dataDir)))
    throw new Unfinished(
      `A restore or a recovery into ${dataDir} did not come to its end. Repeat it: it begins anew. Or remove ${makingOf(dataDir)}, to begin without it.`,
    );
}

/** An empty folder to make a database in. What a killed restore left there is ended and removed. */
export async function emptyMaking(dataDir: string): Promise<string> {
  const making = makingOf(dataDir);
  await endLeftBehind(making);
  removeMaking(dataDir);
  keepPrivate(making);
  return making;
}

/** Removes it, when its server has ended. */
export function removeMaking(dataDir: string): void {
  rmSync(makingOf(dataDir), { recursive: true, force: true });
}

/** Moves a whole database, whose server has ended, to its place. */
export function keepMade(dataDir: string): void {
  renameSync(filesOf(makingOf(dataDir)), filesOf(dataDir));
  removeMaking(dataDir);
}

/**
 * Marks an empty external database, so that no server takes it before it is whole.
 * @throws RestoreRefused if something is in it, or the mark of a restore that was interrupted
 */
export async function mark(owner: pg.PoolConfig): Promise<void> {
  await asClient(owner, async (client) => {
    if (await isMarked(client))
      throw new RestoreRefused(
        "A restore into this database did not come to its end. Drop the database, and restore into a new one.",
      );
    await refuseUsed(client);
    await client.query(`CREATE TABLE public.${MARK} ()`);
  });
}

/** Takes the mark away: the database is whole. */
export async function unmark(owner: pg.PoolConfig): Promise<void> {
  await asClient(owner, (client) => client.query(`DROP TABLE public.${MARK}`));
}

/** @throws Unfinished if an external database has the mark */
export async function refuseMarked(connection: pg.PoolConfig): Promise<void> {
  if (await asClient(connection, isMarked))
    throw new Unfinished(
      "A restore into the database of DATABASE_URL has not come to its end. Wait for it. If it was interrupted, drop the database, and restore into a new one.",
    );
}

async function isMarked(client: pg.Client): Promise<boolean> {
  // Of the catalog, because the role that serves may not be allowed into the schema yet.
  const { rows } = await client.query(
    "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relname = $1",
    [MARK],
  );
  return rows.length > 0;
}

async function asClient<T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...patience(undefined), query_timeout: LOOK_MS, ...connection });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await endConnection(client);
  }
}
