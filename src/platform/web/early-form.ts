/** A prerendered form. It can be filled in before the app is loaded; a form sent too early waits for the app (shared/head-script.ts). */
import { whenIdle } from "./idle.ts";
import { isSentAsRead } from "./words.ts";

const ways = ["pointerdown", "keydown", "focusin"] as const;

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
