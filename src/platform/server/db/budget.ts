/**
 * The connections that processes may open, against those that the database admits. A process that is refused one answers
 * 503, and under load all of them would: so it is told at the start.
 */
import type pg from "pg";
import { NAME as LISTENER } from "../live/crossing.ts";

/** The most connections of each kind that a process holds. */
export const poolSizes = { calls: 12, jobs: 4, reports: 4 };
/** The one that listens for what other processes changed. */
const LISTENING = 1;
/** For what runs beside the processes: a migration, a backup, a command. */
const BESIDE = 3;

const POOLED = poolSizes.calls + poolSizes.jobs + poolSizes.reports;

/** What a database has room for. */
export interface ConnectionRoom {
  /** The server's `max_connections`, and those of them that are kept for superusers and their like. */
  most: number;
  kept: number;
  /** Connections that others have now, to other databases of the server. */
  elsewhere: number;
  /** The limit of this database alone; undefined for none. */
  ofDatabase: number | undefined;
  /** Processes that are connected now, without this one. */
  others: number;
}

export interface Budget {
  /** What is needed and admitted, in a line. */
  line: string;
  /** What to do, when it does not fit. */
  advice: string | undefined;
}

/** Asks a database for its room. A pooler in front answers with that of its database. */
export async function readRoom(pool: pg.Pool): Promise<ConnectionRoom> {
  const { rows } = await pool.query<Omit<ConnectionRoom, "ofDatabase"> & { of_database: number }>(
    `SELECT current_setting('max_connections')::int AS most,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true), '0')::int AS kept,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname <> current_database()) AS elsewhere,
       (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS of_database,
       (SELECT count(*)::int FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = $1) AS others`,
    [LISTENER],
  );
  const [row] = rows;
  if (!row) throw new Error("the database did not say how many connections it admits");
  const { of_database: limit, ...room } = row;
  return { ...room, ofDatabase: limit < 0 ? undefined : limit };
}

/**
 * @param room before this process listens
 * @param isPooled whether a pooler is in front, which alone knows how many connections it opens
 */
export function budgetOf(room: ConnectionRoom, isPooled: boolean): Budget {
  const processes = room.others + 1;
  const each = isPooled ? LISTENING : POOLED + LISTENING;
  const needed = processes * each + BESIDE;
  const left = room.most - room.kept - room.elsewhere;
  const admitted = Math.max(0, Math.min(left, room.ofDatabase ?? left));
  const fitting = Math.max(0, Math.floor((admitted - BESIDE) / each));
  const { calls, jobs, reports } = poolSizes;
  const parts = isPooled
    ? `${LISTENING} that listens, past the pooler, which has up to ${POOLED} more of each process`
    : `${calls} for calls, ${jobs} for jobs, ${reports} for reports, ${LISTENING} that listens`;
  const sum = `${count(processes, "process", "processes")} x ${each} (${parts}) + ${BESIDE} for commands = ${needed}`;
  const line = `Connections: ${sum}, of ${admitted} that the database admits. ${count(fitting, "process fits", "processes fit")}.`;
  if (needed <= admitted) return { line, advice: undefined };
  const raise =
    room.ofDatabase !== undefined && room.ofDatabase < Math.min(left, needed)
      ? `allow this database at least ${needed} (ALTER DATABASE … CONNECTION LIMIT ${needed}${needed > left ? `, with max_connections of ${needed + room.kept + room.elsewhere}` : ""})`
      : `set max_connections of the database's server to at least ${needed + room.kept + room.elsewhere} and restart it`;
  return {
    line,
    advice: [
      `The database admits too few connections: ${sum}, and it admits ${admitted}. Under load calls would be answered with 503. Do one of these:`,
      `- ${raise};`,
      `- run fewer processes: ${fitting === 0 ? "not even one fits" : `${fitting} would fit`};`,
      ...(isPooled ? [] : ["- put PgBouncer in front (docs/operations.md, A cluster)."]),
    ].join("\n"),
  };
}

function count(n: number, one: string, more: string): string {
  return `${n} ${n === 1 ? one : more}`;
}
