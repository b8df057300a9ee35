/**
 * Limits on calls: a number in a window of fixed length, by account or by address. All processes share the counts,
 * which are rows: one statement for each call. Recording a shot has no limit.
 */
import type { RouteDef } from "#platform/shared/route.ts";
import type { Database } from "../db/database.ts";

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

const COUNT_CALL = `
INSERT INTO calls AS c (key, calls, ends_at) VALUES ($1, 1, $2)
ON CONFLICT (key) DO UPDATE SET
  calls = CASE WHEN c.ends_at <= $3 THEN 1 ELSE c.calls + 1 END,
  ends_at = CASE WHEN c.ends_at <= $3 THEN excluded.ends_at ELSE c.ends_at END
RETURNING calls, ends_at`;

/** Counts a call. @returns the seconds to wait if it is above the limit */
export async function countCall(
  db: Database,
  key: string,
  limit: Pick<Limit, "max" | "seconds">,
  now: Date,
): Promise<number | undefined> {
  const endsAt = new Date(now.getTime() + limit.seconds * 1000);
  // Sent without a statement name: a pooler that keeps no prepared statements failed on it (`prepared.ts`).
  const { rows } = await db.pool.query<{ calls: number; ends_at: Date }>(COUNT_CALL, [key, endsAt, now]);
  const [row] = rows;
  if (!row || row.calls <= limit.max) return undefined;
  return Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
}
