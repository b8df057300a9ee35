/** The rules of an outbox: what counts as a refusal, how long to wait, and that only one tab sends. */
import type { ApiError } from "./api.ts";

/** Waits after the first failure, the second and so on, in milliseconds; the last one repeats. */
const WAIT_MS = [1000, 2000, 4000, 8000, 15_000] as const;
export const LONGEST_MS = 30_000;
/**
 * Longer than one request may take, in milliseconds. A tab that seems to send for so long is suspended, as on a phone in
 * a pocket, and another tab may send.
 */
const STUCK_MS = 20_000;

/** After these statuses the request is sent again later: the player is signed out, or the server is busy. */
const LATER: readonly number[] = [401, 408, 425, 429];

/** Milliseconds to wait after so many failures in a row. */
export function waitMs(failures: number): number {
  return WAIT_MS[failures - 1] ?? LONGEST_MS;
}

/** Whether the server itself has refused for good. An answer of a portal or a proxy does not count. */
export function isRefusal({ status, code }: Pick<ApiError, "status" | "code">): boolean {
  const ours = code !== "service.unreadable" && code !== "contract.broken" && code !== "request.in_progress";
  return ours && status >= 400 && status < 500 && !LATER.includes(status);
}

/** Does a job while no other tab does the same. */
export async function onlyOne<R>(name: string, job: () => Promise<R>): Promise<R> {
  // Without HTTPS there are no locks. Two tabs may then send the same; the server recognises repeats by their ids.
  if (!("locks" in navigator)) return job();
  let begun: Promise<R> | undefined;
  const begin = () => (begun = job());
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(STUCK_MS) }, begin);
  } catch (error) {
    // Another tab has taken the lock from us. What we began still ends.
    return begun ?? (error instanceof DOMException ? navigator.locks.request(name, { steal: true }, begin) : job());
  }
}
