/** Whether the database lets us in and can write: it may refuse our password, lack disk or memory, or be read-only. */
import pg from "pg";
import { endConnection } from "./ends.ts";
import { isNotAdmitted, shortage } from "./errors.ts";
import { onConnection } from "./pool.ts";

/** The words after "The database takes no more:" in `/readyz`. */
const REFUSED = "it refuses the role or the password of DATABASE_URL";
/** More than fits into the half-empty pages of a full disk. */
const PROBE_BYTES = 1_048_576;

export interface Supply {
  /** Call it with every database error. */
  noteError: (error: unknown) => void;
  /** What is missing, in words. After a shortage only a successful write ends it, after a refusal only a new connection. */
  lack: (pool: pg.Pool) => Promise<string | undefined>;
}

export function watchSupply(): Supply {
  let short: string | undefined;
  let isRefused = false;
  let probe: Promise<string | undefined> | undefined;
  let entry: Promise<boolean> | undefined;
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
      isRefused ||= isNotAdmitted(error);
    },
    lack: async (pool) => {
      // The pool's older connections still work, but one that ends cannot be replaced.
      if (isRefused) {
        entry ??= isLetIn(pool).finally(() => (entry = undefined));
        isRefused = !(await entry);
        if (isRefused) return REFUSED;
      }
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

/** Whether a new connection with the pool's password is made. */
async function isLetIn({ options }: pg.Pool): Promise<boolean> {
  const client = new pg.Client(options);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await endConnection(client);
  }
}

class Written extends Error {}

/** Writes enough to need space on the disk, and rolls it back. */
async function write(client: pg.PoolClient): Promise<never> {
  await client.query("INSERT INTO write_probes (filler) VALUES (repeat('x', $1)::bytea)", [PROBE_BYTES]);
  throw new Written();
}
