/** Sends a payment until an answer comes: always the same call with the same key, so that it is charged once. */
import { LATE_CAPTURE_SECONDS } from "#features/payments/rules.ts";
import { ApiError } from "#platform/web/api.ts";

/**
 * While the server works on the first request with our key, the call is repeated this often and this many times: longer
 * than the minute after which the server takes over a key whose process died.
 */
const REPEAT_MS = 1000;
const REPEATS = 75;
/** Nothing tells us when a server is back, so it is tried this often. */
const RECONNECT_MS = 2000;

/**
 * Repeats a call while the server still works on the first one, and while there is no network. It stops when the server
 * would no longer start the clock at once: the golfer may have left, and must tap again to pay.
 * @param onCut told when the network is gone, before every further try
 * @throws ApiError as the call does
 */
export async function untilAnswered<T>(send: () => Promise<T>, onCut: () => void): Promise<T> {
  const end = performance.now() + LATE_CAPTURE_SECONDS * 1000;
  for (let repeats = 0; ;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isNetworkFailure) {
        onCut();
        await networkOr(RECONNECT_MS);
        if (performance.now() > end) throw error;
      } else if (error.code === "request.in_progress" && repeats < REPEATS) {
        repeats += 1;
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      } else throw error;
    }
  }
}

/** Waits until the browser says that there is a network again, or so many milliseconds. */
function networkOr(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
  });
}
