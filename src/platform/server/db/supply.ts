/** Whether the database can write: it may lack disk or memory, or be read-only. */
import type pg from "pg";
import { shortage } from "./errors.ts";
import { onConnection } from "./pool.ts";

/** More than fits into the half-empty pages of a full disk. */
const PROBE_BYTES = 1_048_576;

export interface Supply {
  /** Call it with every database error. */
  noteError: (error: unknown) => void;
  /** What is missing, in words. After a shortage, only a successful write ends it. */
  lack: (pool: pg.Pool) => Promise<string | undefined>;
}

export function watchSupply(): Supply {
  let short: string | undefined;
  let probe: Promise<string | undefined> | undefined;
  const tryToWrite = async (pool: pg.Pool) => {
    try {
      await onConnection(pool, write);
    } catch (error) {
      if (!(error instanceof Written)) return shortage(error) ?? short;
    }
    return (short = undefined);
  };
  return {
    noteError: (error) => {
      short = shortage(error) ?? short;
    },
    lack: async (pool) => {
      const { rows } = await pool.query<{ read_only: string }>(
        "SELECT current_setting('transaction_read_only') AS read_only",
      );
      if (rows[0]?.read_only === "on") return "it is read-only";
      if (short === undefined) return undefined;
      // Calls at the same time share one probe.
      probe ??= tryToWrite(pool).finally(() => (probe = undefined));
      return probe;
    },
  };
}

class Written extends Error {}

/** Writes enough to need space on the disk, and rolls it back. */
async function write(client: pg.PoolClient): Promise<never> {
  await client.query("INSERT INTO write_probes (filler) VALUES (repeat('x', $1)::bytea)", [PROBE_BYTES]);
  throw new Written();
}
