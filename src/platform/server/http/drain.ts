/**
 * Ending without cutting off a caller: first the process says that it is not ready, but still answers; then it accepts
 * no more calls and finishes those under way.
 */
import type { FastifyInstance } from "fastify";

/** Calls under way have this long to finish after the last one is accepted. */
const LAST_CALLS_MS = 10_000;

/** Whether the process is about to end. Made before the server, because every answer shows it. */
export interface Drain {
  readonly isDraining: boolean;
  /** Aborted when the drain begins: work on many items stops between two of them. */
  readonly ending: AbortSignal;
  /** From now on `/readyz` is 503, answers close their connections, streams end, and no run of a job begins. */
  begin(): void;
}

export function createDrain(): Drain {
  const ending = new AbortController();
  return {
    get isDraining() {
      return ending.signal.aborted;
    },
    ending: ending.signal,
    begin: () => ending.abort(),
  };
}

/** Accepts no more calls, waits for those under way, and closes the rest after ten seconds. */
export async function closeGently(http: FastifyInstance, drain: Drain): Promise<void> {
  drain.begin();
  const cut = setTimeout(() => http.server.closeAllConnections(), LAST_CALLS_MS);
  try {
    await http.close();
  } finally {
    clearTimeout(cut);
  }
}
