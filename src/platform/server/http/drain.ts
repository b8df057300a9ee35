/**
 * Ending without cutting anybody off: first the process says that it is no longer ready while it goes on answering, then
 * it accepts no more, and what is under way is finished.
 */
import type { FastifyInstance } from "fastify";

/** Calls under way have this long to finish once no more are accepted. */
const LAST_CALLS_MS = 10_000;

/** Whether the process is about to end. Made before the server, for every answer says it. */
export interface Drain {
  readonly isDraining: boolean;
  /** Aborted when it begins: work of many items stops between two of them. */
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

/** Accepts no more, waits for the calls under way, and closes what is left after ten seconds. */
export async function closeGently(http: FastifyInstance, drain: Drain): Promise<void> {
  drain.begin();
  const cut = setTimeout(() => http.server.closeAllConnections(), LAST_CALLS_MS);
  try {
    await http.close();
  } finally {
    clearTimeout(cut);
  }
}
