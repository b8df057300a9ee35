/** All SQL of courses. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#platform/server/db/database.ts";
import { courseRequests, courses, packages, sponsoredPrizes, sponsors } from "./tables.ts";

export type CourseRow = typeof courses.$inferSelect;
export type PackageRow = typeof packages.$inferSelect;
export type SponsorRow = typeof sponsors.$inferSelect;

export async function listCourses(db: Db): Promise<CourseRow[]> {
  return db.sql.select().from(courses).where(eq(courses.active, true)).orderBy(asc(courses.id));
}

/** A course that is open; closed ones are not found. */
export async function findCourse(db: Db, id: number): Promise<CourseRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), eq(courses.active, true)));
  return row;
}

export async function listPackages(db: Db): Promise<PackageRow[]> {
  return db.sql
    .select()
    .from(packages)
    .where(eq(packages.active, true))
    .orderBy(asc(packages.packageType), asc(packages.priceCents), asc(packages.id));
}

export async function findPackage(db: Db, id: number): Promise<PackageRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), eq(packages.active, true)));
  return row;
}

export async function listSponsors(db: Db, courseId: number): Promise<SponsorRow[]> {
  return db.sql
    .select()
    .from(sponsors)
    .where(and(eq(sponsors.courseId, courseId), eq(sponsors.active, true)))
    .orderBy(asc(sponsors.id));
}

export async function listPrizes(db: Db, courseId: number | undefined) {
  return db.sql
    .select()
    .from(sponsoredPrizes)
    .where(courseId === undefined ? undefined : eq(sponsoredPrizes.courseId, courseId))
    .orderBy(asc(sponsoredPrizes.id));
}

/** The prize of a hole at a course: its first active one by id. */
export async function findActivePrize(db: Db, courseId: number, hole: "left" | "right"): Promise<string | undefined> {
  const [row] = await db.sql
    .select({ prizeName: sponsoredPrizes.prizeName })
    .from(sponsoredPrizes)
    .where(
      and(eq(sponsoredPrizes.courseId, courseId), eq(sponsoredPrizes.hole, hole), eq(sponsoredPrizes.isActive, true)),
    )
    .orderBy(asc(sponsoredPrizes.id))
    .limit(1);
  return row?.prizeName;
}

export async function insertCourseRequest(db: Db, request: typeof courseRequests.$inferInsert): Promise<void> {
  await db.sql.insert(courseRequests).values(request);
}
