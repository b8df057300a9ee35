/** A prerendered form. It can be filled in before the app is loaded; a form sent too early waits for the app. */
import { whenIdle } from "./idle.ts";
import { isSentAsRead } from "./words.ts";

const ways = ["pointerdown", "keydown", "focusin"] as const;
/** The time between two tries to send such a form again, in milliseconds. */
const RETRY_MS = 50;

/** Resolves when the browser is idle, or somebody reaches the form. */
export function untilWanted(): Promise<void> {
  return new Promise((done) => {
    const wanted = () => done();
    whenIdle(wanted);
    for (const way of ways) document.addEventListener(way, wanted, { once: true, passive: true });
    // Until the app runs, the page is in the language in which it was sent.
    if (!isSentAsRead()) done();
  });
}

/** Sends a form again that no screen has handled yet; a screen that handles it prevents the browser's own sending. */
export function holdSubmits(): void {
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    setTimeout(() => {
      if (form.isConnected) form.requestSubmit();
    }, RETRY_MS);
  });
}
