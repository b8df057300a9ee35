/** All SQL of courses. */
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, isNull, lt, or, type SQL, sql } from "#platform/server/db/drizzle.ts";
import { OFFERS } from "../contract.ts";
import { courseRequests, courses, packages, sponsoredPrizes, sponsors } from "./tables.ts";

export type CourseRow = typeof courses.$inferSelect;
export type PackageRow = typeof packages.$inferSelect;
export type SponsorRow = typeof sponsors.$inferSelect;

export async function listCourses(db: Db): Promise<CourseRow[]> {
  return db.sql.select().from(courses).where(eq(courses.active, true)).orderBy(asc(courses.id));
}

/** All courses, open and closed. */
export async function listAllCourses(db: Db): Promise<CourseRow[]> {
  return db.sql.select().from(courses).orderBy(asc(courses.id));
}

/** A course that is open; closed ones are not found. */
export async function findCourse(db: Db, id: number): Promise<CourseRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), eq(courses.active, true)));
  return row;
}

/** A course, open or closed (for good, too), because sessions and claims go on after it closes. */
export async function findAnyCourse(db: Db, id: number): Promise<CourseRow | undefined> {
  const [row] = await db.sql.select().from(courses).where(eq(courses.id, id));
  return row;
}

export async function listPackages(db: Db): Promise<PackageRow[]> {
  return db.sql
    .select()
    .from(packages)
    .where(eq(packages.active, true))
    .orderBy(asc(packages.packageType), asc(packages.priceCents), asc(packages.id));
}

/** A package, on sale or withdrawn. */
export async function findAnyPackage(db: Db, id: number): Promise<PackageRow | undefined> {
  const [row] = await db.sql.select().from(packages).where(eq(packages.id, id));
  return row;
}

export async function listSponsors(db: Db, courseId: number): Promise<SponsorRow[]> {
  return db.sql
    .select()
    .from(sponsors)
    .where(and(eq(sponsors.courseId, courseId), eq(sponsors.active, true)))
    .orderBy(asc(sponsors.id));
}

/** Whether the prize is still in stock. */
const isLeft = or(isNull(sponsoredPrizes.stock), lt(sponsoredPrizes.reserved, sponsoredPrizes.stock));

/** `isActive`: the prize is switched on and in stock, so that the next claim may get it. */
export async function listPrizes(db: Db, courseId: number | undefined) {
  return db.sql
    .select({
      hole: sponsoredPrizes.hole,
      prizeName: sponsoredPrizes.prizeName,
      prizeNameEs: sponsoredPrizes.prizeNameEs,
      isActive: sql<boolean>`(${sponsoredPrizes.isActive} AND ${isLeft})`,
    })
    .from(sponsoredPrizes)
    .where(courseId === undefined ? undefined : eq(sponsoredPrizes.courseId, courseId))
    .orderBy(asc(sponsoredPrizes.id));
}

/**
 * The statement that takes one of a hole's prizes, as often as claims want it: the first active one by id that is not out
 * of stock. Its row stays locked until the transaction ends, so two claims never get the last one. It gives the prize's
 * id, prize_name, prize_name_es, stock and value_cents, in this order; whoever runs it tells of the offers if the stock is
 * not null, because it may have been the last one. If the stock does not suffice for all, it is refused by the constraint
 * `never_more_than_stock`.
 */
export function takePrizes(
  tx: Db,
  { courseId, hole }: { courseId: number; hole: "left" | "right" },
  times: number,
): SQL {
  const { id, prizeName, prizeNameEs, reserved, stock, valueCents } = sponsoredPrizes;
  const next = tx.sql
    .select({ id })
    .from(sponsoredPrizes)
    .where(
      and(
        eq(sponsoredPrizes.courseId, courseId),
        eq(sponsoredPrizes.hole, hole),
        eq(sponsoredPrizes.isActive, true),
        isLeft,
      ),
    )
    .orderBy(asc(id))
    .limit(1)
    .for("no key update");
  const taken = tx.sql
    .update(sponsoredPrizes)
    .set({ reserved: sql`${reserved} + ${times}` })
    .where(eq(id, next))
    .returning({ id, prizeName, prizeNameEs, stock, valueCents });
  return sql`${taken}`;
}

/** Gives a prize back after a claim that took it was rejected or forfeited. */
export async function returnPrize(tx: Db, prizeId: number): Promise<void> {
  await tx.sql
    .update(sponsoredPrizes)
    .set({ reserved: sql`${sponsoredPrizes.reserved} - 1` })
    .where(eq(sponsoredPrizes.id, prizeId));
  tx.touch(OFFERS);
}

export async function insertCourseRequest(db: Db, request: typeof courseRequests.$inferInsert): Promise<void> {
  await db.sql.insert(courseRequests).values(request);
}
