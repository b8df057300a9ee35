/** The choice of more balls, kept for the tab, so that a reload comes back to it. */
import * as z from "zod/mini";
import { kept } from "#platform/web/storage.ts";

export const moreBallsKept = kept(
  "session",
  "moreBalls",
  z.object({
    /** The session of the game. */
    sessionId: z.string(),
    packageId: z.int(),
    /** For a group: each player's balls, the main player's first. */
    shares: z.array(z.int()),
  }),
);
