/** What courses need from rooms to their right to decide what may still be changed. `main/server/rooms.ts` binds it. */
import type { Db } from "#platform/server/db/database.ts";

export interface PlayPort {
  /** The highest bay with a running session (0 without one), and whether anybody ever played or paid at the course. */
  findCourseUse(tx: Db, courseId: number): Promise<{ highestBay: number; isUsed: boolean }>;
}
