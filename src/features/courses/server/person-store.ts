/** SQL of what names a person by an address, not by an account: requests for a course, and invitations to work here. */
import { invitations } from "#features/accounts/server/invitation-store.ts";
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { desc, eq, type PgColumn, sql } from "#platform/server/db/drizzle.ts";
import { courseRequests } from "./tables.ts";

/** The requests from an account's proved addresses, newest first. */
export async function requestsOf(db: Db, userId: string) {
  const { id, name, email, courseName, courseLocation, message, createdAt } = courseRequests;
  return db.sql
    .select({ id, name, email, courseName, courseLocation, message, createdAt })
    .from(courseRequests)
    .innerJoin(users, isProved(email))
    .where(eq(users.id, userId))
    .orderBy(desc(createdAt), desc(id));
}

/** The invitations to work here that went to an account's proved addresses. */
export async function invitationsOf(db: Db, userId: string) {
  const { email, name, role, invitedAt, expiresAt } = invitations;
  return db.sql
    .select({ email, name, role, invitedAt, expiresAt })
    .from(invitations)
    .innerJoin(users, isProved(email))
    .where(eq(users.id, userId));
}

/** Deletes the invitations of some addresses. */
export async function forgetInvitations(tx: Db, emails: readonly string[]): Promise<void> {
  await tx.sql.delete(invitations).where(isOneOf(invitations.email, emails));
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
    .where(isOneOf(courseRequests.email, emails));
}

/** An address among the proved ones of a joined account. */
const isProved = (email: PgColumn) =>
  sql`lower(${email}) = ANY(SELECT lower(proved) FROM unnest(${users.formerEmails}
    || CASE WHEN ${users.emailProvedAt} IS NULL THEN '{}' ELSE ARRAY[${users.email}] END) AS proved)`;

const isOneOf = (email: PgColumn, emails: readonly string[]) =>
  sql`lower(${email}) = ANY(${sql.param(emails.map((one) => one.toLowerCase()))}::text[])`;
