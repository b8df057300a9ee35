/** The courses of a simulation, opened like the demo's, with their pots through the ledger. */
import { courses, sponsoredPrizes } from "#features/courses/server/tables.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { CoursePlan } from "./plan.ts";

/** Makes the courses that the database lacks. */
export async function makeCourses(db: Db, plans: readonly CoursePlan[], at: Date): Promise<void> {
  const known = new Set((await db.sql.select({ id: courses.id }).from(courses)).map(({ id }) => id));
  for (const { prizes, staffed, ...plan } of plans.filter(({ id }) => !known.has(id))) {
    await db.transaction(async (tx) => {
      await tx.sql.insert(courses).values({ ...plan, address: "1 Simulated Rd", latitude: 26, longitude: -81 });
      await noteTerms(tx, at);
      for (const prize of prizes) await tx.sql.insert(sponsoredPrizes).values({ ...prize, courseId: plan.id });
      const postings = moved(plan.baseJackpotCents, account.houseFunding, account.pot(plan.id));
      await post(tx, { kind: "open_pot", courseId: plan.id, postings, at });
      if (staffed)
        await tx.sql.execute(
          sql`INSERT INTO staff_courses (user_id, course_id) SELECT id, ${plan.id} FROM users WHERE role = 'staff'`,
        );
    });
  }
}
