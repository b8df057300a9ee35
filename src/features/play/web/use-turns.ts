/** One call after the other, so that shots keep their order and a claim or the end comes after them. */
import { useRef } from "react";
import { ApiError } from "#platform/web/api.ts";

/** Behind shots that wait for the connection a person is not kept waiting for longer than this. */
const PATIENCE_MS = 5000;

export function useTurns() {
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const mine = turn.current.then(job);
    turn.current = mine.catch(() => undefined);
    return mine;
  }

  /** In turn as well, but given up, never to run, when its turn does not come. @throws ApiError then */
  function inTurnSoon<T>(job: () => Promise<T>): Promise<T> {
    const givenUp = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overdue = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        const error = new ApiError({
          status: 0,
          code: "network.failed",
          message: "Your last shots are still waiting for the connection. Please try again in a moment.",
        });
        givenUp.abort(error);
        fail(error);
      }, PATIENCE_MS);
    });
    const mine = inTurn(() => {
      clearTimeout(timer);
      givenUp.signal.throwIfAborted();
      return job();
    });
    return Promise.race([mine, overdue]);
  }

  return { inTurn, inTurnSoon };
}
