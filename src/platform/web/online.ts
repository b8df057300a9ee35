/**
 * Whether the server can be reached. The results of requests decide it, not the browser's view of its network: a phone
 * in a bay may show full bars on Wi-Fi without internet.
 */
import { createStore, useStore } from "./store.ts";

/** Waits between checks while the server is away, in milliseconds. */
const LOOK_MS = [1000, 2000, 4000, 8000] as const;
const LAST_LOOK_MS = 15_000;
/** A check without an answer in this time has failed. */
const PATIENCE_MS = 5000;

const reachable = createStore(true);
let looks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes whether the server answered a request, with any status. */
export function noteAnswer(answered: boolean): void {
  if (answered === reachable.get()) return;
  looks = 0;
  clearTimeout(timer);
  if (!answered) checkServerLater();
  reachable.set(answered);
}

/** Whether the latest request was answered. */
export const isReachable = reachable.get;

/** Calls the listener when the server is lost or found again. @returns a function that stops listening */
export const onReachable = reachable.listen;

/**
 * For what a lost network has made fail: calls the listener whenever the server is found again, and after a second if it
 * can be reached now, because the answer to another request may have come before the failure was shown.
 * @returns a function that stops listening
 */
export function onFoundAgain(listener: () => void): () => void {
  const late = isReachable() ? setTimeout(listener, LOOK_MS[0]) : undefined;
  const stop = onReachable(() => {
    if (isReachable()) listener();
  });
  return () => {
    clearTimeout(late);
    stop();
  };
}

/** Whether the server can be reached, by the latest request. */
export function useOnline(): boolean {
  return useStore(reachable);
}

function checkServerLater(): void {
  clearTimeout(timer);
  timer = setTimeout(checkServer, LOOK_MS[looks++] ?? LAST_LOOK_MS);
}

function checkServer(): void {
  void checkServerNow();
}

/** Checks now whether the server answers. @returns whether it did */
export async function checkServerNow(): Promise<boolean> {
  clearTimeout(timer);
  const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  noteAnswer(answer?.ok === true);
  if (!isReachable()) checkServerLater();
  return isReachable();
}

// The browser's own events are only a reason to check at once.
if (typeof window !== "undefined") {
  for (const hint of ["online", "offline"]) window.addEventListener(hint, checkServer);
  document.addEventListener("visibilitychange", () => {
    if (!isReachable() && document.visibilityState === "visible") checkServer();
  });
}
