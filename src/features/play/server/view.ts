/** Turns the rows of play into the shapes of the API. */
import { toDollars } from "#platform/shared/money.ts";
import type { Attempt, Claim, Session } from "../contract.ts";
import { claimDeadline, isPaused, secondsLeft, sessionAt } from "../rules.ts";
import type { ShotRow } from "./shot-store.ts";
import type { SessionRow } from "./store.ts";

/** A session at a moment. `claims` may contain claims of other sessions; they are left out. */
export function toSession(stored: SessionRow, claims: readonly Claim[], now: Date): Session {
  const row = sessionAt(stored, now);
  return {
    id: row.id,
    userId: row.userId,
    playerName: row.playerName,
    courseId: row.courseId,
    packageId: row.packageId,
    packageType: row.packageType,
    bayNumber: row.bayNumber,
    ballCount: row.ballsLeft,
    ballsBought: row.ballsBought,
    timeRemaining: secondsLeft(row, now),
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    pausedUntil: isPaused(row, now) ? (row.pausedUntil?.toISOString() ?? null) : null,
    claimDeadline: claimDeadline(row).toISOString(),
    status: row.status,
    endReason: row.endReason,
    isFreeShot: row.isFreeShot,
    teeTime: row.teeTime?.toISOString() ?? null,
    groupData: row.groupData,
    mainSessionId: row.mainSessionId,
    purchaseContext: row.purchaseContext,
    attempts: row.shotCount,
    claims: claims.filter((claim) => claim.sessionId === row.id),
  };
}

export function toShot(row: ShotRow): Attempt {
  return {
    id: row.id,
    sessionId: row.sessionId,
    shotId: row.shotId,
    targetHole: row.targetHole,
    prizeClaim: row.prizeClaim,
    prizeAmount: toDollars(row.prizeAmountCents),
    createdAt: row.createdAt.toISOString(),
  };
}
