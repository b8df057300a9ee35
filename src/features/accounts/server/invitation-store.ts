/** All SQL of invitations to work here, which belong to an address until somebody proves it. */
import { at, isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq, integer, pgTable, type SQL, sql, text, uuid } from "#platform/server/db/drizzle.ts";
import { languages } from "#platform/shared/language.ts";
import { isAdminSince } from "./standing-store.ts";

export const invitations = pgTable("staff_invitations", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  language: text("language", { enum: languages }).notNull(),
  role: text("role", { enum: ["staff", "admin"] }).notNull(),
  courseIds: integer("course_ids").array().notNull(),
  statementCourseIds: integer("statement_course_ids").array().notNull(),
  invitedBy: uuid("invited_by").notNull(),
  invitedAt: at("invited_at").notNull(),
  expiresAt: at("expires_at").notNull(),
});

export type InvitationRow = typeof invitations.$inferSelect;

const ofAddress = (email: string) => sql`lower(${invitations.email}) = lower(${email})`;
/** Not expired, and of somebody who has been an administrator ever since. */
const isOpen = (now: Date): SQL => sql`${invitations.expiresAt} > ${now.toISOString()}::timestamptz
  AND ${isAdminSince(sql`${invitations.invitedBy}`, sql`${invitations.invitedAt}`)}`;

/** The open invitation of an address. */
export async function findOpen(db: Db, email: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(invitations)
    .where(sql`${ofAddress(email)} AND ${isOpen(now)}`);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockOpen(tx: Db, email: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await tx.sql
    .select()
    .from(invitations)
    .where(sql`${ofAddress(email)} AND ${isOpen(now)}`)
    .for("update");
  return row;
}

/** Uses up the open invitation of an address: whoever comes second finds none. */
export async function takeOpen(tx: Db, email: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await tx.sql
    .delete(invitations)
    .where(sql`${ofAddress(email)} AND ${isOpen(now)}`)
    .returning();
  return row;
}

/** Writes an invitation, in place of one of the address that is over. @returns nothing when it has an open one */
export async function insertInvitation(tx: Db, row: InvitationRow): Promise<InvitationRow | undefined> {
  await tx.sql.delete(invitations).where(sql`${ofAddress(row.email)} AND NOT (${isOpen(row.invitedAt)})`);
  const [made] = await tx.sql.insert(invitations).values(row).onConflictDoNothing().returning();
  return made;
}

/** Lets an invitation begin again, from another administrator. */
export async function renewInvitation(
  tx: Db,
  id: string,
  change: Pick<InvitationRow, "invitedBy" | "invitedAt" | "expiresAt">,
): Promise<InvitationRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.sql.update(invitations).set(change).where(eq(invitations.id, id)).returning();
  return row;
}

export async function deleteInvitation(tx: Db, id: string): Promise<InvitationRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.sql.delete(invitations).where(eq(invitations.id, id)).returning();
  return row;
}
