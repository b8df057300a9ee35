/** How urgent the work under way is. The call's route sets it; the queue for a connection reads it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Urgency } from "#platform/shared/route.ts";

const current = new AsyncLocalStorage<Urgency>();

/** Runs `work`, and all that follows from it, with an urgency. */
export function withUrgency<T>(urgency: Urgency, work: () => T): T {
  return current.run(urgency, work);
}

/** Work that no route has marked is as urgent as play: shots, claims, streams and jobs. */
export function urgencyNow(): Urgency {
  return current.getStore() ?? "play";
}
