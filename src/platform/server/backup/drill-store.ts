/** SQL of the backups that were made, and of what drills have found in them: they are lines of the audit trail. */
import type pg from "pg";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";

/** A backup must have been restored on trial, and found good, within this time: the alert AcebayBackupNotProven has it, too. */
const PROVEN_WITHIN_HOURS = 36;
const HOUR_MS = 3_600_000;

const MADE: AuditAction = "backup.made";

export interface Backups {
  /** The last trial; undefined before the first one. */
  drill:
    | { at: string; holds: boolean; of: string | undefined; seconds: number; reason: string | undefined }
    | undefined;
  /** The moment that the newest proven backup holds. */
  provenOf: string | undefined;
  /** When the first backup and the newest one were made; undefined if none was, or none by a version that noted it. */
  firstMade: string | undefined;
  lastMade: string | undefined;
}

type Row = Record<"at" | "of" | "reason" | "proven_of" | "first_made" | "last_made", string | null> & {
  holds: boolean | null;
  seconds: number | null;
};

export async function readBackups(db: Db): Promise<Backups> {
  const { rows } = await db.sql.execute<Row>(sql`
    WITH proven AS (SELECT id, detail ->> 'of' AS of FROM audit_trail WHERE action = 'backup.proven' ORDER BY id DESC LIMIT 1),
      failed AS (SELECT id FROM audit_trail WHERE action = 'backup.not_proven' ORDER BY id DESC LIMIT 1),
      drill AS (SELECT created_at, action, detail FROM audit_trail
        WHERE id = (SELECT max(id) FROM (SELECT id FROM proven UNION ALL SELECT id FROM failed) both_kinds))
    SELECT drill.action = 'backup.proven' AS holds, ${instantOf(sql`drill.created_at`)} AS at, drill.detail ->> 'of' AS of,
      (drill.detail ->> 'seconds')::float8 AS seconds, drill.detail ->> 'reason' AS reason,
      (SELECT of FROM proven) AS proven_of,
      (SELECT ${instantOf(sql`created_at`)} FROM audit_trail WHERE action = ${MADE} ORDER BY id LIMIT 1) AS first_made,
      (SELECT ${instantOf(sql`created_at`)} FROM audit_trail WHERE action = ${MADE} ORDER BY id DESC LIMIT 1) AS last_made
    FROM (SELECT 1) one LEFT JOIN drill ON true`);
  const [row] = rows;
  return {
    drill:
      row?.at && row.holds !== null
        ? {
            at: row.at,
            holds: row.holds,
            // The moment is unknown if the file could not be read.
            of: row.of || undefined,
            seconds: row.seconds ?? 0,
            reason: row.reason ?? undefined,
          }
        : undefined,
    provenOf: row?.proven_of ?? undefined,
    firstMade: row?.first_made ?? undefined,
    lastMade: row?.last_made ?? undefined,
  };
}

function instantOf(column: ReturnType<typeof sql>) {
  return sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Whether a trial is due: the last one failed, the newest proven backup is old, or an old backup was never tried. */
export function isDrillDue({ drill, provenOf, firstMade }: Backups, now: Date): boolean {
  if (drill && !drill.holds) return true;
  const since = provenOf ?? firstMade;
  return since !== undefined && now.getTime() - Date.parse(since) > PROVEN_WITHIN_HOURS * HOUR_MS;
}

/**
 * Notes what was done with a backup, by a connection that reads the database: opening it as a server does could migrate it.
 * @param detail with the name of the file or folder
 */
export async function noteBackup(
  client: pg.Client,
  action: Extract<AuditAction, `backup.${string}`>,
  detail: Readonly<{ file: string } & Record<string, unknown>>,
): Promise<void> {
  await client.query(
    "INSERT INTO audit_trail (actor_id, action, subject, detail, created_at) VALUES (NULL, $1, 'backup', $2, now())",
    [action, JSON.stringify(detail)],
  );
}
