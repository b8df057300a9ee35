/** SQL of what the server's own audit found. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { BooksAudit } from "../contract.ts";

/** The last audit that came to its end; null before the first one. */
export async function lastAudit(db: Db): Promise<BooksAudit | null> {
  const { rows } = await db.sql.execute<{ at: string; fault_count: number; faults: string[]; warnings: string[] }>(sql`
    SELECT to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, fault_count, faults, warnings
    FROM audit_runs WHERE ended_at IS NOT NULL ORDER BY day DESC LIMIT 1`);
  const [row] = rows;
  return row ? { at: row.at, faultCount: row.fault_count, faults: row.faults, warnings: row.warnings } : null;
}
