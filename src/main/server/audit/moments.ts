/** How exactly moments of different calls can be compared. */
import { sql } from "drizzle-orm";

/** Two moments of which one always follows the other may be this far the wrong way round: two servers have two clocks. */
export const CLOCKS_DIFFER = sql`interval '5 seconds'`;

/**
 * What two calls did within this time may have happened in either order: a call takes its moment before it waits for
 * locks, and may go on with what it had read for as long as the database's time limits let it.
 */
export const EITHER_ORDER = sql`interval '1 minute'`;
