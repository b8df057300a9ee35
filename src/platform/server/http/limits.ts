/**
 * Limits on calls: a number in a window of fixed length, by account or by address. All processes share the counts,
 * which are rows. Recording a shot has no limit.
 */
import type { RouteDef } from "#platform/shared/route.ts";
import type { Database } from "../db/database.ts";
import { firstOfEach, together } from "../db/together.ts";
import { urgencyNow } from "../db/urgency.ts";

export type Limit = NonNullable<RouteDef["limit"]>;

/** For long work: PDFs, exports and pictures together. */
const FILES: Limit = { per: "account", max: 10, seconds: 60 };
const heavy: ReadonlySet<string | undefined> = new Set(["application/pdf", "text/csv"]);

/** A route's limit and the name of its count: its own, or for a file that of all files. */
export function limitOf(route: RouteDef): { limit: Limit; name: string } | undefined {
  if (route.limit) return { limit: route.limit, name: `${route.method} ${route.path}` };
  const isHeavy = heavy.has(route.file) || route.bodyLimit !== undefined;
  return isHeavy ? { limit: FILES, name: "files" } : undefined;
}

// In the order of the keys, because another process may count the same ones.
const COUNT_CALLS = `
INSERT INTO calls AS c (key, calls, ends_at)
SELECT key, 1, ends_at FROM unnest($1::text[], $2::timestamptz[]) AS one (key, ends_at) ORDER BY key
ON CONFLICT (key) DO UPDATE SET
  calls = CASE WHEN c.ends_at <= $3 THEN 1 ELSE c.calls + 1 END,
  ends_at = CASE WHEN c.ends_at <= $3 THEN excluded.ends_at ELSE c.ends_at END
RETURNING key, calls, ends_at`;

/** A call that counts, at this moment. */
interface Counted {
  key: string;
  limit: Pick<Limit, "max" | "seconds">;
  now: Date;
}

/** Counts calls of different keys. @returns each one's seconds to wait, if it is above its limit */
async function countCalls(db: Database, calls: readonly Counted[]): Promise<Map<string, number | undefined>> {
  // Sent without a statement name: a pooler that keeps no prepared statements failed on it (`prepared.ts`).
  const { rows } = await db.pool.query<{ key: string; calls: number; ends_at: Date }>(COUNT_CALLS, [
    calls.map(({ key }) => key),
    calls.map(({ limit, now }) => new Date(now.getTime() + limit.seconds * 1000)),
    calls[0]?.now,
  ]);
  const counts = new Map(rows.map((row) => [row.key, row]));
  return new Map(
    calls.map(({ key, limit, now }) => {
      const count = counts.get(key);
      const isAbove = count !== undefined && count.calls > limit.max;
      return [key, isAbove ? Math.max(1, Math.ceil((count.ends_at.getTime() - now.getTime()) / 1000)) : undefined];
    }),
  );
}

/** Counts a call. @returns the seconds to wait if it is above the limit */
export async function countCall(
  db: Database,
  key: string,
  limit: Counted["limit"],
  now: Date,
): Promise<number | undefined> {
  return (await countCalls(db, [{ key, limit, now }])).get(key);
}

export type CountCall = (key: string, limit: Counted["limit"], now: Date) => Promise<number | undefined>;

/** Counts calls like `countCall`. Those of different keys that come at the same moment share a statement. */
export function callsTogether(db: Database): CountCall {
  const ask = together<Counted, { wait: number | undefined } | undefined>(
    async (all) => {
      const firsts = firstOfEach(all, ({ key }) => key);
      const waits = await countCalls(db, firsts);
      return (one) => (firsts.includes(one) ? { wait: waits.get(one.key) } : undefined);
    },
    { apart: urgencyNow },
  );
  return async (key, limit, now) => {
    const counted = await ask({ key, limit, now });
    return counted ? counted.wait : countCall(db, key, limit, now);
  };
}
