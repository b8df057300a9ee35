/** All SQL of managing. */
import { users } from "#features/accounts/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Place } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, isNotNull, isNull, type PgTable, sql } from "#platform/server/db/drizzle.ts";
import { OFFERS } from "../contract.ts";
import { courseRequests, courses, packages, sponsoredPrizes, sponsors } from "./tables.ts";

export const managed = { course: courses, package: packages, sponsor: sponsors, sponsored_prize: sponsoredPrizes };
export type ManagedKind = keyof typeof managed;
type Row<K extends ManagedKind> = (typeof managed)[K]["$inferSelect"];
type Draft<K extends ManagedKind> = (typeof managed)[K]["$inferInsert"];

/** The table of a kind, without the columns that differ between kinds. */
const tableOf = (kind: ManagedKind): PgTable => managed[kind];

/** A row, locked until the transaction ends. */
export async function lockManaged<K extends ManagedKind>(tx: Db, kind: K, id: number): Promise<Row<K> | undefined> {
  const [row] = await tx.sql.select().from(tableOf(kind)).where(eq(managed[kind].id, id)).for("no key update");
  return row as Row<K> | undefined; // Read from the table of this very kind.
}

/** @returns the new row's id */
export async function insertManaged<K extends ManagedKind>(tx: Db, kind: K, draft: Draft<K>): Promise<number> {
  const [row] = await tx.sql.insert(tableOf(kind)).values(draft).returning({ id: managed[kind].id });
  if (!row) throw new Error("insert returned nothing");
  tx.touch(OFFERS);
  return row.id;
}

/** Changes a row and counts its version up. */
export async function save<K extends ManagedKind>(tx: Db, kind: K, id: number, change: Partial<Row<K>>): Promise<void> {
  const { id: key, version } = managed[kind];
  await tx.sql
    .update(tableOf(kind))
    .set({ ...change, version: sql`${version} + 1` })
    .where(eq(key, id));
  tx.touch(OFFERS);
}

/** Every course, or the one of an id. */
export async function readCourses(db: Db, id?: number) {
  return db.sql
    .select()
    .from(courses)
    .where(id === undefined ? undefined : eq(courses.id, id))
    .orderBy(asc(courses.id));
}

/** Every package, or the one of an id. */
export async function readPackages(db: Db, id?: number) {
  return db.sql
    .select()
    .from(packages)
    .where(id === undefined ? undefined : eq(packages.id, id))
    .orderBy(asc(packages.id));
}

/** The open courses, locked until the transaction ends. */
export async function lockOpenCourses(tx: Db) {
  return tx.sql.select().from(courses).where(eq(courses.active, true)).orderBy(asc(courses.id)).for("share");
}

/** The packages on sale, locked until the transaction ends. */
export async function lockOffers(tx: Db) {
  return tx.sql.select().from(packages).where(eq(packages.active, true)).orderBy(asc(packages.id)).for("share");
}

/** Every sponsor, or the one of an id, with its course's name. */
export async function readSponsors(db: Db, id?: number) {
  return db.sql
    .select({ sponsor: sponsors, courseName: courses.name })
    .from(sponsors)
    .innerJoin(courses, eq(courses.id, sponsors.courseId))
    .where(id === undefined ? undefined : eq(sponsors.id, id))
    .orderBy(asc(sponsors.courseId), asc(sponsors.id));
}

/** Every sponsored prize, or the one of an id, with the names of its course and sponsor. */
export async function readPrizes(db: Db, id?: number) {
  return db.sql
    .select({ prize: sponsoredPrizes, courseName: courses.name, sponsorName: sponsors.name })
    .from(sponsoredPrizes)
    .innerJoin(courses, eq(courses.id, sponsoredPrizes.courseId))
    .leftJoin(sponsors, eq(sponsors.id, sponsoredPrizes.sponsorId))
    .where(id === undefined ? undefined : eq(sponsoredPrizes.id, id))
    .orderBy(asc(sponsoredPrizes.courseId), asc(sponsoredPrizes.hole), asc(sponsoredPrizes.id));
}

/** Requests for new courses, newest first, after a cursor; or the one of an id. */
export async function readRequests(
  db: Db,
  page: { id?: string; status?: "open" | "handled" | undefined; before?: Place | undefined; limit: number },
) {
  const { handledAt, createdAt, id } = courseRequests;
  const { before } = page;
  return db.sql
    .select({ request: courseRequests, handledBy: users.name })
    .from(courseRequests)
    .leftJoin(users, eq(users.id, courseRequests.handledBy))
    .where(
      and(
        page.id === undefined ? undefined : eq(id, page.id),
        page.status && (page.status === "open" ? isNull(handledAt) : isNotNull(handledAt)),
        before && sql`(${createdAt}, ${id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(page.limit);
}

/**
 * Marks a request as handled by somebody, or as open again (null).
 * @returns whether it was otherwise before; undefined when there is no such request
 */
export async function markRequest(
  tx: Db,
  id: string,
  handled: { by: string; at: Date } | null,
): Promise<boolean | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.sql.select().from(courseRequests).where(eq(courseRequests.id, id)).for("no key update");
  if (!row) return undefined;
  if ((row.handledAt !== null) === (handled !== null)) return false;
  await tx.sql
    .update(courseRequests)
    .set({ handledAt: handled?.at ?? null, handledBy: handled?.by ?? null })
    .where(eq(courseRequests.id, id));
  return true;
}
