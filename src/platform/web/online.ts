/**
 * Whether the server can be reached: told by requests that fail and succeed, not by what the browser believes of its
 * network. A phone in a bay shows full bars on Wi-Fi that leads nowhere.
 */
import { useSyncExternalStore } from "react";

/** Between looks for the server while it is away; the last one again and again. */
const LOOK_MS = [1000, 2000, 4000, 8000] as const;
const LAST_LOOK_MS = 15_000;
/** An answer later than this is none. */
const PATIENCE_MS = 5000;

let reachable = true;
let looks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Tells how a request ended: with an answer of the server's, of whatever kind, or with none. */
export function heard(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  looks = 0;
  clearTimeout(timer);
  if (!reachable) lookLater();
  for (const listener of listeners) listener();
}

/** Whether the latest request was answered. */
export function isReachable(): boolean {
  return reachable;
}

/** Hears that the server was lost or found again. @returns a function that stops listening */
export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can be reached, as the latest request found it. */
export function useOnline(): boolean {
  return useSyncExternalStore(onReach, isReachable, () => true);
}

function lookLater(): void {
  clearTimeout(timer);
  timer = setTimeout(look, LOOK_MS[looks++] ?? LAST_LOOK_MS);
}

function look(): void {
  void lookNow();
}

/** Asks the server for a sign of life. @returns whether there was one */
export async function lookNow(): Promise<boolean> {
  clearTimeout(timer);
  const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  heard(answer?.ok === true);
  if (!reachable) lookLater();
  return reachable;
}

// The browser's own word is a hint to look at once, no more.
if (typeof window !== "undefined") {
  for (const hint of ["online", "offline"]) window.addEventListener(hint, look);
  document.addEventListener("visibilitychange", () => {
    if (!reachable && document.visibilityState === "visible") look();
  });
}
