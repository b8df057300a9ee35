/** Work on many things of which none may keep the others waiting. */
import type { PaymentDeps } from "./deps.ts";
import { UnknownOutcome } from "./gateway.ts";

/**
 * Takes each of some items. One that fails is told to whoever keeps watch, and the next one is taken; a process that is
 * about to end stops between two.
 * @returns whether all were taken
 * @throws UnknownOutcome when the gateway is away: nothing more is asked of it in this run
 */
export async function oneByOne<T>(
  { ending, onFailure }: Pick<PaymentDeps, "ending" | "onFailure">,
  items: readonly T[],
  take: (item: T) => Promise<void>,
): Promise<boolean> {
  let isWhole = true;
  for (const item of items) {
    if (ending?.aborted) return false;
    await take(item).catch((error: unknown) => {
      if (error instanceof UnknownOutcome) throw error;
      isWhole = false;
      onFailure(error);
    });
  }
  return isWhole;
}
