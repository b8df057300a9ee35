/** Shots as this device knows them: counted at once, and marked until the server has them. Pure. */
import type { Attempt, Session } from "#features/play/contract.ts";
import { UNDO_SECONDS, UPGRADE_SECONDS } from "#features/play/rules.ts";
import { type Entry, waitingShots } from "./shot-items.ts";

export interface LocalShot {
  shotId: string;
  /** The session of the shot. */
  sessionId: string;
  playerName: string;
  /** The number of the shot in its session, from 1. */
  number: number;
  /** The server's answer; absent while the shot waits. */
  attempt?: Attempt;
  /** The moment of the shot on the server's clock (ms). */
  takenAt: number;
  /** Whether it was sent. The server may then have it although no answer has come. */
  tried: boolean;
  /** For a claim: `ball` when it takes a ball, `miss` when it refers to an earlier shot. */
  claim?: "ball" | "miss";
}

/** Shots that this page has saved, followed by shots that wait. */
export function localShots(saved: readonly LocalShot[], entries: readonly Entry[]): readonly LocalShot[] {
  const waiting = waitingShots(entries).map(({ id, tries, item }): LocalShot => {
    const { sessionId, playerName, number, takenAt, prizeClaim, missShotId } = item;
    const claim = missShotId === undefined ? "ball" : "miss";
    return {
      shotId: id,
      sessionId,
      playerName,
      number,
      takenAt,
      tried: tries > 0,
      ...(prizeClaim ? { claim } : {}),
    };
  });
  // The answer arrives a moment before the shot leaves the outbox.
  return [...saved, ...waiting.filter(({ shotId }) => !saved.some((shot) => shot.shotId === shotId))];
}

/** Waiting shots that the session's own count does not include yet. (The session's event can arrive before our answer.) */
export function unseen(session: Session, shots: readonly LocalShot[]): readonly LocalShot[] {
  return shots.filter(
    (shot) =>
      shot.sessionId === session.id &&
      !shot.attempt &&
      shot.claim !== "miss" &&
      (!shot.tried || shot.number > session.attempts),
  );
}

/** Balls left, without those of waiting shots. */
export function ballsShown(session: Session, shots: readonly LocalShot[]): number {
  return Math.max(0, session.ballCount - unseen(session, shots).length);
}

/** Shots taken, including those that wait. */
export function shotsShown(session: Session, shots: readonly LocalShot[]): number {
  return session.attempts + unseen(session, shots).length;
}

/**
 * Whole seconds in which the shot can still be undone, or 0: only the session's latest can, and another phone may have
 * taken one since. @param session the shot's @param now the server's, in ms
 */
export function undoSeconds(shot: LocalShot, session: Pick<Session, "attempts">, now: number): number {
  return shot.claim || session.attempts > shot.number
    ? 0
    : Math.max(0, Math.ceil((shot.takenAt - now) / 1000 + UNDO_SECONDS));
}

/** The miss to which a claim made now refers: the session's latest of the last minute, unless already claimed. */
export function recentMiss(session: Session, shots: readonly LocalShot[], now: number): string | undefined {
  const latest = shots.findLast((shot) => shot.sessionId === session.id);
  if (!latest || latest.claim || now - latest.takenAt >= UPGRADE_SECONDS * 1000) return undefined;
  const claimed = session.claims.some((claim) => latest.attempt && claim.createdAt >= latest.attempt.createdAt);
  return claimed ? undefined : latest.shotId;
}
