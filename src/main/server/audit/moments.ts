/** How exactly the moments of different calls can be compared. */
import { sql } from "#platform/server/db/drizzle.ts";

/** Two moments in a fixed order may be this far the wrong way round, because two servers have two clocks. */
export const CLOCKS_DIFFER = sql`interval '5 seconds'`;

/**
 * What two calls did within this time may have happened in either order. A call takes its moment before it waits for
 * locks, and may go on with what it had read until the database's time limits end it.
 */
export const EITHER_ORDER = sql`interval '1 minute'`;
