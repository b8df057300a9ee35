/** SQL of the list of invitations, with the names of courses and administrators. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

interface ListedRow {
  [column: string]: unknown;
  id: string;
  email: string;
  name: string;
  role: "staff" | "admin";
  courses: { id: number; name: string; statements: boolean }[];
  invited_by: string;
  invited_at: string;
  expires_at: string;
  is_open: boolean;
}

/** All invitations, or one of them, the newest first. */
export async function listInvitations(db: Db, now: Date, id?: string): Promise<ListedRow[]> {
  const { rows } = await db.sql.execute<ListedRow>(sql`
    SELECT i.id, i.email, i.name, i.role, a.name AS invited_by, i.invited_at, i.expires_at,
      i.expires_at > ${now.toISOString()}::timestamptz AND a.role = 'admin' AND a.deleted_at IS NULL AS is_open,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'statements', c.id = ANY(i.statement_course_ids))
          ORDER BY c.name, c.id)
        FROM courses c WHERE c.id = ANY(i.course_ids)), '[]') AS courses
    FROM staff_invitations i JOIN users a ON a.id = i.invited_by
    ${id === undefined ? sql`` : sql`WHERE i.id = ${id}`}
    ORDER BY i.invited_at DESC, i.id`);
  return rows;
}
