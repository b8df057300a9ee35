/** The audit trail: who did what, when; append-only. The log has a line for each entry, without its details. */
import { sql } from "#platform/server/db/drizzle.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import type { Db } from "./db/database.ts";

export async function note(
  db: Db,
  entry: {
    actorId: string | null;
    action: AuditAction;
    subject: string;
    detail?: Readonly<Record<string, unknown>>;
    at: Date;
  },
): Promise<void> {
  await db.sql.execute(sql`
    INSERT INTO audit_trail (actor_id, action, subject, detail, created_at)
    VALUES (${entry.actorId}, ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.detail ?? {})}::jsonb, ${entry.at.toISOString()})`);
  db.record({ action: entry.action, actor: entry.actorId, subject: entry.subject });
}
