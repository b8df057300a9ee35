/** Which failed and slow calls are the upgrade's fault. */
import type { Failed } from "../crash/proxy.ts";
import { type Machine, told, wasSlow } from "../witness/witness.ts";

/** The sandbox's slow card takes four seconds of a call. */
const SLOWEST_CALL_MS = 7_000;
/** If more of all calls were refused, nothing can be told: the trial needs another machine, or another hour. */
const MOST_REFUSED = 0.05;

/** What was seen beside the calls. Moments are `Date.now()`. */
export interface Seen {
  machine: (from: number, to: number) => Machine;
  /** A lock of the upgrade for which calls waited, in words. */
  lock: (from: number, to: number) => string | undefined;
  /** What the servers have written so far. */
  log: () => string;
}

/** Why a server refused a call, by the line of its log that has the number in the answer.. */
export function whyOf(body: string, log: string): string {
  const [, id] = /"requestId":"([\w-]+)"/.exec(body) ?? [];
  const line = id === undefined ? undefined : log.split("\n").find((one) => one.includes(`"reqId":"${id}"`));
  return /"why":"([^"]+)"/.exec(line ?? "")?.[1] ?? "its log does not say why";
}

/** A send as a release's own golfers tell it. Its moments are `performance.now()`. */
export interface Sent {
  from: number;
  to: number;
  status: number;
}

export interface Verdict {
  faults: string[];
  /** What the machine did, and not the upgrade. */
  excused: string[];
}

/**
 * A call that is told to come again (503 `service.busy` with Retry-After) is not the upgrade's fault, if other programs
 * made the machine slow while it waited, and nothing waited for a lock of the upgrade. Each other failure is. A call may
 * take as much longer as the machine was slower.
 * @param failed of these calls @param clock what `performance.now()` counts from
 */
export function judge(
  calls: readonly Sent[],
  failed: readonly Failed[],
  { machine, lock, log }: Seen,
  clock: number,
): Verdict {
  const found: Verdict = { faults: [], excused: [] };
  const cutOff = calls.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));
  if (cutOff.length > 0)
    found.faults.push(`${cutOff.length} calls failed (${[...new Set(cutOff.map(({ status }) => status))].join(", ")})`);
  for (const { from, to, route, status, body, retryAfter } of failed) {
    if (status !== 503) continue;
    const sentence = `${route} was answered with 503 after ${to - from} ms (${whyOf(body, log())})`;
    const [then, waited] = [machine(from, to), lock(from, to)];
    if (!/"service\.busy"/.test(body) || retryAfter === undefined) found.faults.push(`${sentence}: ${body}`);
    else if (waited !== undefined) found.faults.push(`${sentence}: calls waited for ${waited}`);
    else if (wasSlow(then)) found.excused.push(`${sentence}, while ${told(then)}`);
    else found.faults.push(`${sentence}, and ${told(then)}`);
  }
  if (found.excused.length > calls.length * MOST_REFUSED)
    found.faults.push(
      `the machine was too busy to tell: ${found.excused.length} of ${calls.length} calls were refused`,
    );
  for (const { from, to } of calls) {
    const took = to - from;
    if (took <= SLOWEST_CALL_MS) continue;
    const then = machine(clock + from, clock + to);
    const sentence = `a call took ${(took / 1000).toFixed(1)} s`;
    if (wasSlow(then) && took <= SLOWEST_CALL_MS * then.slowness)
      found.excused.push(`${sentence}, while ${told(then)}`);
    else found.faults.push(`${sentence}, and ${told(then)}`);
  }
  return found;
}
