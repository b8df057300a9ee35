/** Sending shots and claims of a seat; a lost connection is retried with the same id, so that a shot counts once. */
import { playRoutes, type Target } from "#features/play/contract.ts";
import { ApiError, call } from "#platform/web/api.ts";
import type { Seat } from "./seats.ts";

const RETRY_MS = [700, 1800] as const;

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
 * @throws ApiError when the server refused, or could not be reached after the retries
 */
export async function record(seat: Seat, shot: SentShot, tappedAt: number) {
  for (let tries = 0; ; tries += 1) {
    // A shot that arrives late still counts at its moment.
    const body = { ...shot, ...(tries > 0 ? { secondsAgo: (performance.now() - tappedAt) / 1000 } : {}) };
    try {
      return await send(seat, body);
    } catch (error) {
      const pause = RETRY_MS[tries];
      if (pause === undefined || !(error instanceof ApiError) || !error.isNetworkFailure) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
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
