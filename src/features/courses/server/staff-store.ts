/** All SQL of staff and their courses. */
import type { Db } from "#platform/server/db/database.ts";
import { eq, inArray, sql } from "#platform/server/db/drizzle.ts";
import { courses, staffCourses } from "./tables.ts";

export interface StaffRow {
  [column: string]: unknown;
  id: string;
  name: string;
  email: string;
  role: "staff" | "admin";
  courses: { id: number; name: string; statements: boolean }[];
  passkeys: number;
  last_sign_in_at: string | null;
}

/** Everybody with a role, or one of them, by name. */
export async function listStaff(db: Db, id?: string): Promise<StaffRow[]> {
  const { rows } = await db.sql.execute<StaffRow>(sql`
    SELECT u.id, u.name, u.email, u.role,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'statements', s.statements) ORDER BY c.name, c.id)
        FROM staff_courses s JOIN courses c ON c.id = s.course_id WHERE s.user_id = u.id AND u.role = 'staff'), '[]') AS courses,
      (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
      (SELECT max(d.last_used_at) FROM devices d WHERE d.user_id = u.id) AS last_sign_in_at
    FROM users u
    WHERE u.role <> 'player' AND u.deleted_at IS NULL ${id === undefined ? sql`` : sql`AND u.id = ${id}`}
    ORDER BY lower(u.name), u.id`);
  return rows;
}

/** How many of these courses there are. */
export async function countCourses(db: Db, ids: readonly number[]): Promise<number> {
  return ids.length === 0 ? 0 : db.sql.$count(courses, inArray(courses.id, [...ids]));
}

export interface Served {
  courseId: number;
  /** Whether they may read what the range is owed there. */
  statements: boolean;
}

/** @returns the courses that a member of staff served until now */
export async function replaceCourses(db: Db, userId: string, wanted: readonly Served[]): Promise<Served[]> {
  const before = await db.sql.delete(staffCourses).where(eq(staffCourses.userId, userId)).returning(served);
  if (wanted.length > 0) await db.sql.insert(staffCourses).values(wanted.map((one) => ({ userId, ...one })));
  return inOrder(before);
}

export async function coursesOf(db: Db, userId: string): Promise<Served[]> {
  return inOrder(await db.sql.select(served).from(staffCourses).where(eq(staffCourses.userId, userId)));
}

const served = { courseId: staffCourses.courseId, statements: staffCourses.statements };

function inOrder(rows: readonly Served[]): Served[] {
  return rows.toSorted((one, other) => one.courseId - other.courseId);
}
