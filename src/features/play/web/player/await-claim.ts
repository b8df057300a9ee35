/** Waits for a claim's answer, but only as long as a person would. */
import { isReachable } from "#platform/web/online.ts";
import { shotOutbox } from "./shot-outbox.ts";

/** The server answered, it refused, or the claim waits on this device. */
export type ClaimResult = "submitted" | "waiting" | { refused: { code: string; message: string } };

const PATIENCE_MS = 5000;
/** The wait while the server is known to be away. */
const SHORT_MS = 1200;

export function answered(id: string): Promise<ClaimResult> {
  return new Promise((done) => {
    const finish = (result: ClaimResult) => {
      clearTimeout(timer);
      stop();
      done(result);
    };
    const stop = shotOutbox.onResult((outcome) => {
      if (outcome.id !== id) return;
      if (!outcome.refused) return finish("submitted");
      // The person reads the refusal here, so it need not be shown again.
      void shotOutbox.remove(id);
      finish({ refused: outcome.refused });
    });
    const timer = setTimeout(() => finish("waiting"), isReachable() ? PATIENCE_MS : SHORT_MS);
  });
}
