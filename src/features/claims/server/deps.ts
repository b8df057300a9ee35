/** What claims needs to run, and how a claim's change is told. */
import { sessionTopic } from "#features/play/server/load.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { ClaimRow } from "./store.ts";

export interface ClaimDeps {
  db: Db;
  clock: Clock;
  hub: Hub;
  /** The operator's, whose calendar years are the tax years. */
  timeZone: string;
}

/** Tells the claim's session, which shows it, that it changed. */
export function announceClaims({ hub }: ClaimDeps, tx: Db, claim: ClaimRow): void {
  tx.afterCommit(() => hub.announce(sessionTopic(claim.sessionId)));
}
