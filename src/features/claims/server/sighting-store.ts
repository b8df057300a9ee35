/** The SQL of sightings, and of the claims that ring at the bays. */
import { users } from "#features/accounts/server/tables.ts";
import { sessions } from "#features/play/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, inArray, sql } from "#platform/server/db/drizzle.ts";
import type { Sighting } from "../evidence-contract.ts";
import { claims, claimSightings } from "./tables.ts";

export type SightingRow = typeof claimSightings.$inferSelect;

/** The most claims of a course that ring at once. */
const RINGING = 100;

/** The courses with pending claims. */
export async function coursesWithPending(db: Db): Promise<number[]> {
  const rows = await db.sql
    .selectDistinct({ courseId: claims.courseId })
    .from(claims)
    .where(eq(claims.status, "pending"));
  return rows.map(({ courseId }) => courseId);
}

export async function insertSighting(tx: Db, row: typeof claimSightings.$inferInsert): Promise<void> {
  await tx.sql.insert(claimSightings).values(row);
}

/** A sighting with the course of its claim. */
export async function findSighting(db: Db, id: string): Promise<(SightingRow & { courseId: number }) | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql
    .select({ sighting: claimSightings, courseId: claims.courseId })
    .from(claimSightings)
    .innerJoin(claims, eq(claims.id, claimSightings.claimId))
    .where(eq(claimSightings.id, id));
  return row && { ...row.sighting, courseId: row.courseId };
}

/** Whether a sighting's photo can be looked at: after its time it is gone. */
const HAS_PHOTO = sql<boolean>`${claimSightings.photo} AND EXISTS (
  SELECT FROM uploads u WHERE u.folder = 'sightings' AND u.name = ${claimSightings.id} || '.webp')`;

/** The sightings of some claims, by claim, earliest first. */
export async function readSightings(db: Db, claimIds: readonly string[]): Promise<Map<string, Sighting[]>> {
  const found = new Map<string, Sighting[]>();
  if (claimIds.length === 0) return found;
  const rows = await db.sql
    .select({ sighting: claimSightings, by: users.name, hasPhoto: HAS_PHOTO })
    .from(claimSightings)
    .innerJoin(users, eq(users.id, claimSightings.recordedBy))
    .where(inArray(claimSightings.claimId, [...claimIds]))
    .orderBy(asc(claimSightings.recordedAt), asc(claimSightings.id));
  for (const { sighting, by, hasPhoto } of rows) {
    const { id, seen, note, recordedAt } = sighting;
    const of = found.get(sighting.claimId) ?? [];
    found.set(sighting.claimId, [...of, { id, seen, note, photo: hasPhoto, by, at: recordedAt.toISOString() }]);
  }
  return found;
}

/** The newest pending claims of a course, oldest first: a ball that lies in the hole can still be seen. */
export async function readRinging(db: Db, courseId: number) {
  const rows = await db.sql
    .select({ claim: claims, teeTime: sessions.teeTime })
    .from(claims)
    .innerJoin(sessions, eq(sessions.id, claims.sessionId))
    .where(and(eq(claims.courseId, courseId), eq(claims.status, "pending")))
    .orderBy(desc(claims.createdAt), desc(claims.id))
    .limit(RINGING);
  return rows.toReversed();
}
