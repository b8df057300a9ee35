/** When calls waited for a lock of the upgrade: for a migration's, or behind one that waits for its own. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const BETWEEN_MS = 50;

export interface Locks {
  /** What a call waited for between two moments (`Date.now()`), in words; undefined if for nothing of the upgrade. */
  inTheWay: (from: number, to: number) => string | undefined;
  end(): Promise<void>;
}

/**
 * Looks at the database's locks all the time. Whatever the owner of the tables waits for or holds is the upgrade's: the
 * processes that serve have another role.
 */
export async function watchLocks(owner: pg.ClientConfig): Promise<Locks> {
  const client = new pg.Client(owner);
  await client.connect();
  const seen: { from: number; to: number; what: string }[] = [];
  let over = false;
  const watching = (async () => {
    let from = Date.now();
    while (!over) {
      const { rows } = await client.query<{ what: string }>(
        `SELECT DISTINCT left(regexp_replace(b.query, '\\s+', ' ', 'g'), 100) AS what
          FROM pg_stat_activity w CROSS JOIN unnest(pg_blocking_pids(w.pid)) AS blocking (pid)
            JOIN pg_stat_activity b ON b.pid = blocking.pid
          WHERE w.wait_event_type = 'Lock' AND w.usename <> current_user AND b.usename = current_user`,
      );
      const to = Date.now();
      for (const { what } of rows) seen.push({ from, to, what });
      from = to;
      await sleep(BETWEEN_MS);
    }
  })();
  return {
    inTheWay: (from, to) => seen.find((one) => one.to >= from && one.from <= to)?.what,
    end: async () => {
      over = true;
      await watching;
      await client.end();
    },
  };
}
