/** Sending shots and claims of a seat; a lost connection is retried with the same id, so that a shot counts once. */
import { playRoutes, type Target } from "#features/play/contract.ts";
import { ApiError, call } from "#platform/web/api.ts";
import type { Seat } from "./seats.ts";

/** Between the tries; the last one again and again. */
const RETRY_MS = [700, 1800] as const;
const LAST_MS = 3000;
/** Less is the way to the server, which takes its own moment then. */
const LATE_SECONDS = 0.5;
/** A claim's answer is waited for by a person: after these they are told, and may try again themselves. */
export const CLAIM_TRIES = 3;
/** The server is away or just coming back: the shot's id makes another try safe. */
const AWAY: readonly number[] = [0, 502, 503, 504];

export interface SentShot {
  targetHole: Target;
  prizeClaim: boolean;
  /** Made once for a shot or claim, kept over retries. */
  shotId: string;
  /** The recorded miss that a claim means. */
  missShotId?: string;
}

/**
 * Records a shot or a claim on the seat's row.
 * @param tappedAt when the player tapped, by `performance.now()`
 * @param maxTries without it, it is tried for as long as the page is open
 * @throws ApiError when the server refused, or could not be reached after the tries
 */
export async function record(seat: Seat, shot: SentShot, tappedAt: number, maxTries = Number.POSITIVE_INFINITY) {
  for (let tries = 1; ; tries += 1) {
    // A shot that arrives late, or waited behind another, still counts at its moment.
    const late = (performance.now() - tappedAt) / 1000;
    try {
      return await send(seat, { ...shot, ...(late > LATE_SECONDS ? { secondsAgo: late } : {}) });
    } catch (error) {
      if (tries >= maxTries || !(error instanceof ApiError) || !AWAY.includes(error.status)) throw error;
      await pause(RETRY_MS[tries - 1] ?? LAST_MS);
    }
  }
}

/** Waits, or until the browser has a network again. */
async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener("online", go);
  });
}

async function send({ session, mainSessionId, friendIndex }: Seat, shot: SentShot & { secondsAgo?: number }) {
  const { body } =
    mainSessionId === undefined
      ? await call(playRoutes.recordAttempt, { body: { sessionId: session.id, ...shot } })
      : await call(playRoutes.recordGroupAttempt, {
          body: { mainSessionId, ...(friendIndex === undefined ? {} : { friendIndex }), ...shot },
        });
  return body;
}
