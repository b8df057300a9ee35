/** The purchase of more balls that is being made, kept for the tab: a reload in the middle comes back to it. */
import * as z from "zod/mini";
import { kept } from "#platform/web/storage.ts";

export const moreBallsKept = kept(
  "session",
  "moreBalls",
  z.object({
    /** The game that goes on. */
    sessionId: z.string(),
    packageId: z.int(),
    /** Of a group: each player's balls, the main player's first. */
    shares: z.array(z.int()),
  }),
);
