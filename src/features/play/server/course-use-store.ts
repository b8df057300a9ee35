/** The use of a course, which limits what its administrators may change. */
import type { PlayPort } from "#features/courses/server/ports.ts";
import { sql } from "#platform/server/db/drizzle.ts";

export const courseUse: PlayPort = {
  findCourseUse: async (tx, courseId) => {
    const { rows } = await tx.sql.execute<{ highest: number; used: boolean }>(sql`
      SELECT
        (SELECT coalesce(max(bay_number), 0) FROM sessions WHERE course_id = ${courseId} AND status <> 'completed') AS highest,
        EXISTS (SELECT FROM sessions WHERE course_id = ${courseId})
          OR EXISTS (SELECT FROM ledger_transfers WHERE course_id = ${courseId} AND kind <> 'open_pot') AS used`);
    const [use] = rows;
    return { highestBay: use?.highest ?? 0, isUsed: use?.used ?? false };
  },
};
