/** Time limits of the database for calls, jobs and reports. Longer work is rolled back; the caller may try again. */
import type pg from "pg";

/** In milliseconds. */
export interface Limits {
  /** A statement, including its wait for a lock. */
  statement: number;
  /** A wait for a lock. */
  lock: number;
  /** A transaction without a statement. */
  idle: number;
}

export const limitsOf = {
  calls: { statement: 5_000, lock: 2_000, idle: 10_000 },
  reports: { statement: 25_000, lock: 2_000, idle: 30_000 },
  jobs: { statement: 300_000, lock: 10_000, idle: 60_000 },
} as const satisfies Record<string, Limits>;

/** The server ends a statement itself. If it is frozen or unreachable, we end it this much later. */
const GRACE_MS = 1_000;
/** For a free connection, and for a new one to open. */
const CONNECT_MS = 3_000;
/** A dead network reports nothing, so the operating system checks the connection after this silence. */
const KEEP_ALIVE_MS = 10_000;

/**
 * How every role of ours plans. PostgreSQL may compile a statement before it runs it (Debian's does, where the plan looks
 * costly). That took half a minute for a statement of the audit, which then ran for milliseconds; nothing here gains as
 * much as it risks. By itself it also takes a page that an index leads to for four times as dear as the next one, as on a
 * spinning disk: it then reads small tables as a whole, and keeps that plan while they grow.
 */
export const planning = { jit: "off", random_page_cost: "1.1" } as const;

/**
 * The time limits of a pool.
 * @param limits of its statements; without them, as for migrations, statements may take any time
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
    options: Object.entries(planning)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(" "),
  };
}

/** For a role that has its own limits: the connection sets none, and no options, which poolers refuse. */
export const limitsOfRole = {
  statement_timeout: false,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
  options: undefined,
} as const satisfies pg.PoolConfig;
