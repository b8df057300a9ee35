/** A hint from one process to the others: the topics that changed, without their data. */
import * as z from "zod/mini";

/** While two releases run, a hint of another version means 'look at everything'. */
const VERSION = 1;
/** PostgreSQL takes payloads below 8,000 bytes (https://www.postgresql.org/docs/current/sql-notify.html). */
const MOST_BYTES = 7_900;

const hint = z.object({
  v: z.literal(VERSION),
  from: z.string(),
  topics: z.nullable(z.array(z.string())),
  sentAt: z.optional(z.number()),
});

/**
 * @param topics null if anything may have changed; a list that is too long means the same
 * @param sentAt by the sender's own count, for the sender
 */
export function writeHint(from: string, topics: readonly string[] | null, sentAt: number): string {
  const written = JSON.stringify({ v: VERSION, from, topics, sentAt });
  return Buffer.byteLength(written) <= MOST_BYTES ? written : writeHint(from, null, sentAt);
}

/** @returns the sender (undefined if unreadable), and the topics, null if anything may have changed */
export function readHint(payload: string): {
  from: string | undefined;
  topics: readonly string[] | null;
  sentAt?: number | undefined;
} {
  const read = z.safeParse(hint, parsed(payload));
  return read.success ? read.data : { from: undefined, topics: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
