/** The dependencies of claims, and how it announces a change. */
import type { PrizeNews } from "#features/accounts/server/news.ts";
import { sessionTopic } from "#features/play/server/load.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type ClaimEvent, claimNews } from "./letters.ts";
import type { ClaimRow, ClaimView } from "./store.ts";

export interface ClaimDeps {
  db: Db;
  clock: Clock;
  hub: Hub;
  /** The operator's time zone. Its calendar years are the tax years. */
  timeZone: string;
  news: PrizeNews;
  productName: string;
  /** The public address of the service, for links in letters. */
  publicUrl: string | undefined;
}

/** The topic of a course's claims in the live hub. */
export function claimTopic(courseId: number): string {
  return `claims:${courseId}`;
}

/** Announces a changed claim to its session and to the bays of its course. */
export function announceClaims({ hub }: ClaimDeps, tx: Db, claim: ClaimRow): void {
  tx.afterCommit(() => {
    hub.announce(sessionTopic(claim.sessionId));
    hub.announce(claimTopic(claim.courseId));
  });
}

/** Tells the claim's player by mail and notification, as far as the player wants them. */
export async function tellClaim(
  deps: ClaimDeps,
  tx: Db,
  claim: Pick<ClaimView, "claim" | "courseName">,
  event: ClaimEvent,
): Promise<void> {
  const { userId } = claim.claim;
  const reader = await deps.news.read(tx, userId);
  await deps.news.send(tx, userId, reader, (to) => claimNews(claim, event, to, deps));
}
