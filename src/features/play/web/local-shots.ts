/** Shots as this device knows them: counted at once, marked until the server has them. Pure. */
import type { Attempt, Session } from "#features/play/contract.ts";
import { UNDO_SECONDS, UPGRADE_SECONDS } from "#features/play/rules.ts";

export interface LocalShot {
  shotId: string;
  /** The row that it was taken on. */
  sessionId: string;
  playerName: string;
  /** The how-manieth shot of its row it is, from 1. */
  number: number;
  /** The server's answer; absent while it is being saved. */
  attempt?: Attempt;
}

/** Shots under way that the session's own count does not hold yet (its event can overtake our answer). */
export function unseen(session: Session, shots: readonly LocalShot[]): readonly LocalShot[] {
  return shots.filter((shot) => shot.sessionId === session.id && !shot.attempt && shot.number > session.attempts);
}

/** Balls left, shots under way already taken off. */
export function ballsShown(session: Session, shots: readonly LocalShot[]): number {
  return Math.max(0, session.ballCount - unseen(session, shots).length);
}

/** Shots taken, those under way included. */
export function shotsShown(session: Session, shots: readonly LocalShot[]): number {
  return session.attempts + unseen(session, shots).length;
}

/** Whole seconds in which the shot can still be undone; 0 when it cannot. @param now the server's, in ms */
export function undoSeconds(shot: LocalShot, now: number): number {
  return shot.attempt ? Math.max(0, Math.ceil((Date.parse(shot.attempt.createdAt) - now) / 1000 + UNDO_SECONDS)) : 0;
}

/** The miss that a claim opened now means: the row's latest of the last minute. */
export function recentMiss(session: Session, shots: readonly LocalShot[], now: number): string | undefined {
  const latest = shots.findLast((shot) => shot.sessionId === session.id && shot.attempt);
  const recent = latest?.attempt && now - Date.parse(latest.attempt.createdAt) < UPGRADE_SECONDS * 1000;
  const claimed = session.claims.some((claim) => latest?.attempt && claim.createdAt >= latest.attempt.createdAt);
  return recent && !claimed ? latest.shotId : undefined;
}
