/** Back and Forward within the app: who holds something unsaved is asked before the router follows. */

const asked = new Set<() => boolean>();

/** Called once, before anything is rendered: a window calls its listeners in the order in which they came. */
export function watchTravel(): void {
  window.addEventListener("popstate", (event) => {
    if (![...asked].every((mayTravel) => mayTravel())) event.stopImmediatePropagation();
  });
}

/** @param mayTravel called when the address has changed already. @returns a function that stops asking */
export function askBeforeTravel(mayTravel: () => boolean): () => void {
  asked.add(mayTravel);
  return () => void asked.delete(mayTravel);
}
