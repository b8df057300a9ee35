/** SQL of what drills have found: they are lines of the audit trail. */
import { sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "#platform/server/db/database.ts";

export interface LastDrill {
  /** Whether the last one was good; undefined before the first. */
  holds: boolean | undefined;
  /** The moment that the newest proven backup holds. */
  provenOf: string | undefined;
}

export async function lastDrill(db: Db): Promise<LastDrill> {
  const { rows } = await db.sql.execute<{ holds: boolean | null; proven_of: string | null }>(sql`
    WITH proven AS (SELECT id, detail ->> 'of' AS of FROM audit_trail WHERE action = 'backup.proven' ORDER BY id DESC LIMIT 1),
      failed AS (SELECT id FROM audit_trail WHERE action = 'backup.not_proven' ORDER BY id DESC LIMIT 1)
    SELECT CASE WHEN proven.id IS NULL AND failed.id IS NULL THEN NULL
      ELSE coalesce(proven.id, 0) > coalesce(failed.id, 0) END AS holds, proven.of AS proven_of
    FROM (SELECT 1) one LEFT JOIN proven ON true LEFT JOIN failed ON true`);
  const [row] = rows;
  return { holds: row?.holds ?? undefined, provenOf: row?.proven_of ?? undefined };
}
