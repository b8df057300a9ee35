/** Time limits of the database for calls, jobs and reports. Beyond them the work is rolled back; the caller may try again. */
import type pg from "pg";

/** In milliseconds. */
export interface Limits {
  /** A statement, the wait for a lock within it included. */
  statement: number;
  /** A wait for a lock. */
  lock: number;
  /** A transaction that asks nothing. */
  idle: number;
}

export const limitsOf = {
  calls: { statement: 5_000, lock: 2_000, idle: 10_000 },
  reports: { statement: 25_000, lock: 2_000, idle: 30_000 },
  jobs: { statement: 300_000, lock: 10_000, idle: 60_000 },
} as const satisfies Record<string, Limits>;

/** The server ends a statement itself; this much later we do, for a server that is frozen or out of reach. */
const GRACE_MS = 1_000;
/** For a free connection, and for the server to take a new one. */
const CONNECT_MS = 3_000;
/** A connection through a network that has died says nothing: the system asks after this long a silence. */
const KEEP_ALIVE_MS = 10_000;

/**
 * What a pool is opened with.
 * @param limits of its statements; without them, as for migrations, they may take as long as they take
 */
export function patience(limits: Limits | undefined): pg.PoolConfig {
  const connecting = {
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  if (!limits) return connecting;
  return {
    ...connecting,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
    query_timeout: limits.statement + GRACE_MS,
  };
}

/** For a connection whose role brings its limits: none are sent with it. */
export const limitsOfRole = {
  statement_timeout: false,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
} as const satisfies pg.PoolConfig;
