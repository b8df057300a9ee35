/** Starting the free tee time shot. */
import { useRef } from "react";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { failure, useAction } from "#platform/web/action.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { randomId } from "#platform/web/random-id.ts";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { isOpen } from "./kept-payment.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { CheckoutProps, FreeShotToday } from "./checkout.ts";

export type FreeShotProps = Pick<CheckoutProps, "checkout" | "freeShot" | "onFinished">;

export function useFreeShot({ checkout, freeShot, onFinished }: FreeShotProps): {
  /** Why there is no free shot today. */
  gone: FreeShotToday["gone"];
  /** Whether there is one today: a screen that calls it ready waits for this. */
  isKnown: boolean;
  starting: boolean;
  start: () => void;
} {
  const [, go] = useLocation();
  const words = useWords(checkoutWords);
  const key = useRef<string>(undefined);
  const { start, busy } = useAction({
    run: () => {
      const { courseId, bayNumber, teeTime } = checkout.sessionData;
      key.current ??= randomId();
      return call(playRoutes.startFreeShot, { body: { courseId, bayNumber, teeTime }, idempotencyKey: key.current });
    },
    onDone: ({ body }) => {
      go(paths.game({ session: body.session.id }), { replace: true });
      onFinished();
    },
    done: { title: words.freeCreated, description: words.freeLuck },
    // A used free shot is no error: the screen says so, and names the time of the next one.
    failed: (error) =>
      isGone(error) ? undefined : { ...failure(words.freeFailed, error), description: sentenceFor(error) },
    onFailed: (error) => {
      if (isGone(error)) freeShot.refuse(error.retryAfter ?? 0);
      if (!isOpen(error)) key.current = undefined;
    },
    changes: [playRoutes.listActiveSessions],
  });
  // A session that was just started is not reported as a used free shot.
  return {
    gone: busy ? undefined : freeShot.gone,
    isKnown: freeShot.isKnown,
    starting: busy,
    start: () => void start(),
  };
}

function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "play.free_shot_used";
}

/** Shows the server's sentence if the golfer can act on it, otherwise the spec's (section 8). */
function sentenceFor(error: unknown): string {
  const useful = error instanceof ApiError && [400, 409, 429].includes(error.status);
  return useful ? messageOf(error) : wordsNow(checkoutWords).freeUnable;
}
