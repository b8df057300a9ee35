/** Back and Forward within the app: screens with something unsaved are asked before the router follows. */

const asked = new Set<() => boolean>();

/** Called once before rendering, because a window calls its listeners in the order in which they were added. */
export function watchTravel(): void {
  window.addEventListener("popstate", (event) => {
    if (![...asked].every((mayTravel) => mayTravel())) event.stopImmediatePropagation();
  });
}

/** @param mayTravel called after the address has changed. @returns a function that stops asking */
export function askBeforeTravel(mayTravel: () => boolean): () => void {
  asked.add(mayTravel);
  return () => void asked.delete(mayTravel);
}
