/** What happened, as the dashboard and a course's report list it. */
import * as z from "zod/mini";
import { dollars, id, instant } from "#platform/shared/wire.ts";

export const activityTypes = ["account_created", "purchase", "refund", "prize_claim", "free_shot", "session"] as const;

/** The rows behind an event, as far as there are any. */
export const rowsBehind = { orderId: z.optional(id), claimId: z.optional(id), personId: z.optional(id) };

export const activity = z.object({
  id: z.string(),
  type: z.enum(activityTypes),
  description: z.string(),
  /** The same in Spanish. */
  spanish: z.string(),
  timestamp: instant,
  /** What was paid, or the cash that is claimed; below 0 for a refund. */
  amount: z.optional(dollars),
  ...rowsBehind,
});
export type Activity = z.output<typeof activity>;
