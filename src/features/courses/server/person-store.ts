/** SQL of the requests for a course that a person sent: they name the sender by an address, not by an account. */
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { desc, eq, sql } from "#platform/server/db/drizzle.ts";
import { courseRequests } from "./tables.ts";

/** The requests from an account's proved addresses, newest first. */
export async function requestsOf(db: Db, userId: string) {
  const { id, name, email, courseName, courseLocation, message, createdAt } = courseRequests;
  return db.sql
    .select({ id, name, email, courseName, courseLocation, message, createdAt })
    .from(courseRequests)
    .innerJoin(
      users,
      sql`lower(${email}) = ANY(SELECT lower(proved) FROM unnest(${users.formerEmails}
        || CASE WHEN ${users.emailProvedAt} IS NULL THEN '{}' ELSE ARRAY[${users.email}] END) AS proved)`,
    )
    .where(eq(users.id, userId))
    .orderBy(desc(createdAt), desc(id));
}

/** Takes the sender and the message out of the requests from some addresses. The course and its place stay. */
export async function forgetRequests(
  tx: Db,
  emails: readonly string[],
  left: { name: string; email: string },
): Promise<void> {
  await tx.sql
    .update(courseRequests)
    .set({ ...left, message: null })
    .where(sql`lower(${courseRequests.email}) = ANY(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`);
}
