/**
 * The queue by keyboard, wherever the focus is: arrows or j and k move along the claims; v verifies and r rejects the
 * open one, x ticks it, Escape closes it, and ? shows the keys.
 */
import { useEffectEvent, useLayoutEffect } from "react";

/** Elements in which a letter is typed or chooses something. The kit's checkboxes and choices need no letters. */
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]";
/** Elements in which arrow keys have a meaning of their own. */
const ARROWS = "input[type=radio], summary, [data-panel]";

interface QueueDeeds {
  /** Moves to the next claim, or to the one before. */
  move: (by: 1 | -1) => void;
  verify: () => void;
  reject: () => void;
  tick: () => void;
  close: () => void;
  help: () => void;
}

/** @param on false turns off single keys, which disturb speech input (WCAG 2.1.4) */
export function useQueueKeys(on: boolean, deeds: QueueDeeds): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || target.closest(TYPING)) return;
    // Tab leads from a dialog to the browser's own buttons, and a key then comes from the page below it.
    if (document.querySelector("dialog[open]")) return;
    const mayMove = !key.startsWith("Arrow") || !target.closest(ARROWS);
    const deed = deedOf(key.length === 1 ? key.toLowerCase() : key, deeds);
    if (!deed || !mayMove || (event.repeat && !deed.repeats)) return;
    deed.run();
    event.preventDefault();
  });
  // With the claims, not after them: a key may come in the same moment.
  useLayoutEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [on]);
}

/** @returns undefined for a key that means nothing here */
function deedOf(
  key: string,
  { move, verify, reject, tick, close, help }: QueueDeeds,
): { run: () => void; repeats?: true } | undefined {
  switch (key) {
    case "j":
    case "ArrowDown":
      return { run: () => move(1), repeats: true };
    case "k":
    case "ArrowUp":
      return { run: () => move(-1), repeats: true };
    case "v":
      return { run: verify };
    case "r":
      return { run: reject };
    case "x":
      return { run: tick };
    case "Escape":
      return { run: close };
    case "?":
      return { run: help };
    default:
      return undefined;
  }
}
