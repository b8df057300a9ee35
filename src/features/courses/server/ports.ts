/** What courses need of rooms to their right, to say what may still be changed. `main/server/rooms.ts` binds it. */
import type { Db } from "#platform/server/db/database.ts";

export interface PlayPort {
  /** The highest bay in which a session runs (0 when none does), and whether the course was ever played or paid at. */
  findCourseUse(tx: Db, courseId: number): Promise<{ highestBay: number; isUsed: boolean }>;
}
