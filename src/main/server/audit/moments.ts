/** How exactly the moments of different calls can be compared. */
import { sql } from "#platform/server/db/drizzle.ts";

/** A later moment may be dated so much before an earlier one, because two servers have two clocks. */
export const CLOCKS_DIFFER = sql`interval '5 seconds'`;

/**
 * Two calls within this time may have happened in either order. A call takes its moment before it waits for
 * locks, and may go on with what it had read until the database's time limits end it.
 */
export const EITHER_ORDER = sql`interval '1 minute'`;
