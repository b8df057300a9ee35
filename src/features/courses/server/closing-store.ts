/** SQL of courses that are closed for good. */
import type { Db } from "#platform/server/db/database.ts";
import { alias, eq, or } from "#platform/server/db/drizzle.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Closing, Received } from "../contract.ts";
import { courseClosings, courses } from "./tables.ts";

export async function insertClosing(tx: Db, row: typeof courseClosings.$inferInsert): Promise<void> {
  await tx.sql.insert(courseClosings).values(row);
}

/** The end of a course's own pot, if it has ended, and what came to it from pots that have; the newest first. */
export async function readClosings(
  db: Db,
  courseId: number,
): Promise<{ closing: Closing | null; received: Received[] }> {
  const [from, into] = [alias(courses, "closed"), alias(courses, "receiver")];
  const rows = await db.sql
    .select({ closing: courseClosings, from: from.name, into: { id: into.id, name: into.name } })
    .from(courseClosings)
    .innerJoin(from, eq(from.id, courseClosings.courseId))
    .leftJoin(into, eq(into.id, courseClosings.intoCourseId))
    .where(or(eq(courseClosings.courseId, courseId), eq(courseClosings.intoCourseId, courseId)));
  const own = rows.find(({ closing }) => closing.courseId === courseId);
  return {
    closing: own
      ? {
          closedAt: own.closing.closedAt.toISOString(),
          toHouse: toDollars(own.closing.toHouseCents),
          rest: toDollars(own.closing.restCents),
          into: own.into,
          recipient: own.closing.recipient,
        }
      : null,
    received: rows
      .filter(({ closing }) => closing.intoCourseId === courseId)
      .toSorted((a, b) => b.closing.closedAt.getTime() - a.closing.closedAt.getTime())
      .map(({ closing, from: name }) => ({
        from: name,
        amount: toDollars(closing.restCents),
        at: closing.closedAt.toISOString(),
      })),
  };
}
