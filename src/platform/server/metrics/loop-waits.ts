/**
 * How long calls waited before the process read them. Node times a call from its headers, and reads none while the event
 * loop stands still: without this, a process that stands still for half of each second would have no late call.
 */
import type { ServerResponse } from "node:http";

const TICK_MS = 20;
/** Fifty ticks a second cost more than all other work of a server that nobody calls. */
const REST_TICK_MS = 250;
/** After this time without a call the ticks are slow. */
const REST_AFTER_MS = 10_000;
/** A later tick than this is the system's usual lateness. */
const LATE_MS = 20;

/** @returns a call's wait so far in milliseconds, a note of it, the wait that was noted, and how the watching ends */
export function watchLoopWaits() {
  const waits = new WeakMap<ServerResponse, number>();
  let ticked = performance.now();
  let tickMs = REST_TICK_MS;
  let calledAt = -Infinity;
  /** Until the next tick in time: what came meanwhile is read right afterwards. */
  let stoodMs = 0;
  let timer: NodeJS.Timeout;
  const tickIn = (ms: number) => {
    tickMs = ms;
    timer = setTimeout(tick, ms).unref();
  };
  const tick = () => {
    const now = performance.now();
    const late = now - ticked - tickMs;
    stoodMs = late > LATE_MS ? late : 0;
    ticked = now;
    tickIn(now - calledAt > REST_AFTER_MS ? REST_TICK_MS : TICK_MS);
  };
  tickIn(REST_TICK_MS);
  const wait = (): number => {
    const now = performance.now();
    const late = now - ticked - tickMs;
    calledAt = now;
    if (tickMs === REST_TICK_MS) {
      clearTimeout(timer);
      tick();
    }
    const longest = late > LATE_MS ? late : stoodMs;
    // The call came at some unknown moment of that time.
    return longest > 0 ? longest * Math.random() : 0;
  };
  return {
    wait,
    begin: (raw: ServerResponse): void => {
      const ms = wait();
      if (ms > 0) waits.set(raw, ms);
    },
    of: (raw: ServerResponse): number => waits.get(raw) ?? 0,
    close: () => clearTimeout(timer),
  };
}
