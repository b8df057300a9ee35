/**
 * The rules of play: pure functions of state, input and the moment. The server decides with them, the screens preview
 * with them. Instants are Dates or milliseconds since 1970 UTC; lengths of time are seconds.
 */
import { instantOf, isDay, localDay, nextMidnight } from "#platform/shared/days.ts";
import { refuse, type SessionStatus, type Target } from "./contract.ts";
import type { PackageType } from "#features/courses/contract.ts";

/** Seconds of clock for each ball (rules, section 6). */
export const SECONDS_A_BALL = 120;
export const FREE_SHOT_SECONDS = 300;
/** A prize must be claimed within this time after the session's end. */
export const CLAIM_WINDOW_SECONDS = 600;
/** A claim within this time after a recorded miss refers to that shot. */
export const UPGRADE_SECONDS = 60;
export const UNDO_SECONDS = 10;
/** Free shots a day on one browser, and from one address. */
export const FREE_SHOTS_A_BROWSER = 3;
export const FREE_SHOTS_AN_ADDRESS = 200;

/** The name of a guest who has none, by the place in the group from 0. */
export function guestName(index: number): string {
  return `Friend ${index + 1}`;
}

/** The facts of a session that its clock needs. */
export interface Timed {
  status: SessionStatus;
  startedAt: Date;
  /** Includes the whole pause, so the clock runs out at this moment at the latest. */
  expiresAt: Date;
  endedAt: Date | null;
}

/** The seconds of a purchase: for all of its balls; when a group buys more, for the largest share. */
export function clockSeconds(purchase: { packageBalls: number; buyMoreShares?: readonly number[] }): number {
  const balls = purchase.buyMoreShares ? Math.max(...purchase.buyMoreShares) : purchase.packageBalls;
  return balls * SECONDS_A_BALL;
}

/** Whether the clock has run out on a session that nobody ended. */
export function hasRunOut(session: Pick<Timed, "status" | "expiresAt">, now: Date): boolean {
  return session.status !== "completed" && now.getTime() >= session.expiresAt.getTime();
}

/** A session at a moment. If its clock has run out, it is completed at `expiresAt`, swept or not. */
export function sessionAt<S extends Timed & { endReason: string | null }>(session: S, now: Date): S {
  if (!hasRunOut(session, now)) return session;
  return { ...session, status: "completed", endedAt: session.expiresAt, endReason: "time" };
}

/** The longest pause; afterwards the clock goes on by itself. */
export const PAUSE_SECONDS = 7200;

/** Whether a session's clock is paused at a moment. */
export function isPaused(session: Pick<Timed, "status"> & { pausedUntil: Date | null }, now: Date): boolean {
  return session.status !== "completed" && session.pausedUntil !== null && session.pausedUntil > now;
}

/**
 * Milliseconds left on a clock. During a pause they do not change. `expiresAt`, `pausedUntil` and `now` are
 * milliseconds since 1970.
 */
export function clockMs(clock: { expiresAt: number; pausedUntil: number | null }, now: number): number {
  return clock.expiresAt - Math.max(now, clock.pausedUntil ?? now);
}

/** Whole seconds left on the clock; 0 once completed. */
export function secondsLeft(session: Timed & { pausedUntil: Date | null }, now: Date): number {
  if (session.status === "completed" || hasRunOut(session, now)) return 0;
  const [expiresAt, pausedUntil] = [session.expiresAt.getTime(), session.pausedUntil?.getTime() ?? null];
  return Math.max(0, Math.ceil(clockMs({ expiresAt, pausedUntil }, now.getTime()) / 1000));
}

/** The last moment at which the server accepts a claim. */
export function claimDeadline(session: Timed): Date {
  const end = session.endedAt ?? session.expiresAt;
  return new Date(end.getTime() + CLAIM_WINDOW_SECONDS * 1000);
}

/** The clocks of two servers may differ by less than this. */
export const CLOCK_SKEW_SECONDS = 5;

/** The moment of a shot, from the seconds that the device counted since then. */
export function shotMoment(now: Date, secondsAgo: number): Date {
  return new Date(now.getTime() - secondsAgo * 1000);
}

/** A moment as its session counts it. If it is before the start by less than the clocks may differ, it is the start. */
export function countedMoment(session: Pick<Timed, "startedAt">, moment: Date): Date {
  const early = session.startedAt.getTime() - moment.getTime();
  return early > 0 && early < CLOCK_SKEW_SECONDS * 1000 ? session.startedAt : moment;
}

/** What each state allows. Screens and handlers use the same rules. */
export const allowed = {
  shoot: ["active"],
  claim: ["active", "balls_finished", "completed"],
  end: ["active", "balls_finished"],
  buy: ["balls_finished", "completed"],
} as const satisfies Record<string, readonly SessionStatus[]>;

export function isAllowed(action: keyof typeof allowed, status: SessionStatus): boolean {
  return (allowed[action] as readonly SessionStatus[]).includes(status);
}

/** Whether a hole can be chosen: the middle one needs a jackpot package or the free shot. */
export function canTarget(target: Target, packageType: PackageType): boolean {
  return target !== "middle" || packageType === "jackpot";
}

/** Whether a moment is within the session, its end included. */
export function isWithin(session: Timed, moment: Date): boolean {
  const end = session.endedAt ?? session.expiresAt;
  return moment >= session.startedAt && moment <= end;
}

/** A recorded miss to which a claim may refer. */
export interface Miss {
  id: string;
  shotId: string | null;
  /** The moment of the shot. */
  createdAt: Date;
}

/**
 * Finds the shot of a claim (rules, section 6): the named miss; else the latest miss of the last minute; else a new
 * ball; else the latest miss.
 * @param misses unclaimed and not withdrawn, latest first
 * @param claim its moment as the session counts it (`countedMoment`)
 * @returns the miss to turn into a hit, or "ball" for a new shot
 * @throws play.claim_window_closed, play.not_in_session, play.nothing_to_claim
 */
export function claimedShot<M extends Miss>(
  session: Timed & { ballsLeft: number },
  misses: readonly M[],
  claim: { missShotId?: string | undefined; moment: Date },
  now: Date,
): M | "ball" {
  if (now.getTime() > claimDeadline(session).getTime()) throw refuse("play.claim_window_closed");
  if (claim.moment < session.startedAt) throw refuse("play.not_in_session");
  if (claim.missShotId !== undefined) {
    const named = misses.find((miss) => miss.shotId === claim.missShotId);
    if (!named)
      throw refuse("play.nothing_to_claim", { message: "The shot that this claim means is not there to claim" });
    return named;
  }
  const since = claim.moment.getTime() - UPGRADE_SECONDS * 1000;
  const recent = misses.find((miss) => miss.createdAt.getTime() >= since && miss.createdAt <= claim.moment);
  if (recent) return recent;
  if (session.ballsLeft > 0) return "ball";
  const latest = misses[0];
  if (!latest) throw refuse("play.nothing_to_claim");
  return latest;
}

/**
 * The instant of a typed tee time, on the course's clock. Takes `HH:mm`, `h:mm AM`, a local date-time, or an instant
 * with its offset.
 * @throws play.tee_time_invalid, play.tee_time_not_today
 */
export function teeTimeInstant(typed: string, timeZone: string, now: Date): Date {
  const today = localDay(now, timeZone);
  const text = typed.trim();
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i.exec(text);
  if (clock) return instantOf(today, ...hourAndMinute(clock[1], clock[2], clock[3], clock[4]), timeZone);
  const dated = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  const [, day = "", hour, minute, second, offset] = dated ?? [];
  if (!isDay(day)) throw refuse("play.tee_time_invalid");
  const wall = hourAndMinute(hour, minute, second);
  const instant = offset ? new Date(text) : instantOf(day, ...wall, timeZone);
  if (Number.isNaN(instant.getTime())) throw refuse("play.tee_time_invalid");
  if (localDay(instant, timeZone) !== today) throw refuse("play.tee_time_not_today");
  return instant;
}

function hourAndMinute(hourText = "", minuteText = "", secondText = "0", half?: string): [number, number] {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const isTime = minute <= 59 && Number(secondText) <= 59 && (half ? hour >= 1 && hour <= 12 : hour <= 23);
  if (!isTime) throw refuse("play.tee_time_invalid");
  if (!half) return [hour, minute];
  return [(hour % 12) + (half.toLowerCase() === "p" ? 12 : 0), minute];
}

/** Seconds until the next free shot, at the course's midnight. */
export function secondsToNextDay(now: Date, timeZone: string): number {
  return Math.max(1, Math.ceil((nextMidnight(now, timeZone).getTime() - now.getTime()) / 1000));
}
