/** Whether a database takes what it is given: its disk, its memory, its leave to write. */
import type pg from "pg";
import { shortage } from "./errors.ts";
import { onConnection } from "./pool.ts";

/** More than fits into what a full disk has left over in half-empty pages. */
const PROBE_BYTES = 1_048_576;

export interface Supply {
  /** Told of every error of the database's. */
  noteError: (error: unknown) => void;
  /** What it lacks, in words. Once something was short, a write has to go through first. */
  lack: (pool: pg.Pool) => Promise<string | undefined>;
}

export function watchSupply(): Supply {
  let short: string | undefined;
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
      try {
        await onConnection(pool, write);
      } catch (error) {
        if (!(error instanceof Written)) return shortage(error) ?? short;
      }
      return (short = undefined);
    },
  };
}

class Written extends Error {}

/** Writes as much as needs room on the disk, and takes it back. */
async function write(client: pg.PoolClient): Promise<never> {
  await client.query("INSERT INTO write_probes (filler) VALUES (repeat('x', $1)::bytea)", [PROBE_BYTES]);
  throw new Written();
}
