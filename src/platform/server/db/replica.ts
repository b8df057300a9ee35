/**
 * Reads from a copy that follows the database. A statement runs on the copy only if the copy has everything that the
 * database had at that moment, so that a caller finds what was just written; otherwise it runs on the database.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./database.ts";
import { fromDatabase, isDatabaseAway, isLost } from "./errors.ts";

/** A copy that is this far behind is not waited for. */
const PATIENCE_MS = 500;
const LOOK_MS = 25;
/** A copy that was away or behind is left alone for so long, so that not every report waits for it. */
const REST_MS = 10_000;

/** A database that has just handed over to another one has no place of its own any more. */
const PLACE = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn()::text END AS place";
/** On a copy that has become the database the last replayed place stays where it was. */
const HAS_IT = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS has_it";

/**
 * The copy as a database for reports: its single statements are read there or, where it is behind, away, or in conflict
 * with what it replays, from the database. Transactions run on the database.
 */
export function readFresh(copy: Database, database: Database): Database {
  // Not repeated as the pool's own are: the copy ends a statement in its way, and would again.
  const once = pg.Pool.prototype.query.bind(copy.pool) as (...statement: unknown[]) => Promise<pg.QueryResult>;
  const queryCopy: typeof once = (...statement) =>
    once(...statement).catch((error: unknown) => {
      throw fromDatabase(error);
    });
  const queryDatabase = database.pool.query.bind(database.pool) as typeof once;
  let restsUntil = 0;
  const rest = () => (restsUntil = performance.now() + REST_MS);

  async function has(place: unknown): Promise<boolean> {
    for (const since = performance.now(); ; await sleep(LOOK_MS)) {
      const { rows } = await queryCopy(HAS_IT, [place]);
      if (rows[0]?.has_it === true) return true;
      if (performance.now() - since > PATIENCE_MS) return false;
    }
  }

  copy.pool.query = (async (...statement: unknown[]) => {
    if (performance.now() < restsUntil) return queryDatabase(...statement);
    const { rows } = await queryDatabase(PLACE);
    const place: unknown = rows[0]?.place;
    try {
      if (place !== null && (await has(place))) return await queryCopy(...statement);
      if (place !== null) rest();
    } catch (error) {
      if (isDatabaseAway(error)) rest();
      else if (!isLost(error)) throw error;
    }
    return queryDatabase(...statement);
  }) as typeof copy.pool.query;
  return { ...copy, transaction: (work) => database.transaction(work) };
}
