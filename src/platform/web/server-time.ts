/** How far this device's clock is from the server's, by the `Date` of its answers: for ages, such as "2 hours ago". */
import { createStore, useStore } from "./store.ts";
import { useNow } from "./ui/time.ts";

/** Less is the network's delay, or an answer that the browser kept; milliseconds. */
const TOLERANCE_MS = 120_000;

const offset = createStore(0);

/** @param date the `Date` header of an answer that has just come; another text changes nothing */
export function noteServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(ahead)) return;
  const next = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
  if (Math.abs(next - offset.get()) >= TOLERANCE_MS) offset.set(next);
}

/** The server's present moment in milliseconds since 1970, to two minutes, renewed every `everyMs`. */
export function useServerTime(everyMs: number): number {
  return useNow(everyMs) + useStore(offset);
}
