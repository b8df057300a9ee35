/** The wins that are public. */
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, desc, eq, isNull, ne, sql } from "#platform/server/db/drizzle.ts";
import { claims } from "./tables.ts";

export type WinnerRow = Awaited<ReturnType<typeof readWinners>>[number];

/**
 * The latest verified wins at a course, of players who now agree to be named. A player without consent, a forfeited
 * prize and a deleted account are left out, and guests, because nobody can agree for them.
 */
export async function readWinners(db: Db, courseId: number, limit: number) {
  return db.sql
    .select({
      claim: claims,
      name: users.name,
      day: sql<string>`to_char(${claims.createdAt} AT TIME ZONE ${courses.timeZone}, 'YYYY-MM-DD')`,
    })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
    .innerJoin(courses, eq(courses.id, claims.courseId))
    .where(
      and(
        eq(claims.courseId, courseId),
        eq(claims.status, "verified"),
        ne(claims.payoutStatus, "forfeited"),
        eq(claims.onGuestRow, false),
        eq(users.namedAsWinner, true),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(desc(claims.decidedAt), desc(claims.id))
    .limit(limit);
}
