/** Work through a list in which no item delays the others. */
import type { PaymentDeps } from "./deps.ts";
import { UnknownOutcome } from "./gateway.ts";

/**
 * Handles each item. A failure is reported and the next item is handled. If the process is about to end, it stops
 * between two items.
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
