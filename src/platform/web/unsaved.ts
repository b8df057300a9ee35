/** Asks before a form's changes are lost: by a link, Back, reloading or closing the page. */
import { useEffect, useEffectEvent } from "react";
import { askBeforeTravel } from "./travel.ts";
import { defineWords, wordsNow } from "./words.ts";

const words = defineWords(
  { ask: "Leave without saving what you changed?" },
  { ask: "¿Salir sin guardar lo que cambiaste?" },
);

/** The forms on the screen. */
const forms = new Set<() => boolean>();

/** Whether something on the screen would be lost by leaving. */
export const isAnythingUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

/**
 * The question is the browser's own, because the one at reloading and closing must be.
 * @param isShown `false` while the form is not on the screen, so that a closed dialog listens to nothing
 * @returns whether the page may be left: nothing is unsaved, or the person agrees
 */
export function useUnsavedGuard(isUnsaved: () => boolean, isShown = true): () => boolean {
  const mayLeave = () => !isUnsaved() || window.confirm(wordsNow(words).ask);
  const unsaved = useEffectEvent(isUnsaved);
  const leaves = useEffectEvent(mayLeave);
  useEffect(() => {
    if (!isShown) return;
    const here = window.location.href;
    const ask = () => unsaved();
    forms.add(ask);
    const reload = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    const follow = (event: MouseEvent) => {
      if (!isLinkAway(event) || leaves()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const stopAsking = askBeforeTravel(() => {
      if (leaves()) return true;
      // The browser has moved already, so the form's address is added again.
      window.history.pushState(null, "", here);
      return false;
    });
    window.addEventListener("beforeunload", reload);
    // In the capture phase, before the router.
    document.addEventListener("click", follow, true);
    return () => {
      forms.delete(ask);
      window.removeEventListener("beforeunload", reload);
      document.removeEventListener("click", follow, true);
      stopAsking();
    };
  }, [isShown]);
  return mayLeave;
}

/** Whether a click leads from this page to another of ours. For other clicks the browser asks, or nothing is lost. */
function isLinkAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element && target.closest("a");
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  const { origin, pathname, search } = window.location;
  const elsewhere = link.pathname !== pathname || link.search !== search;
  return link.origin === origin && elsewhere && !link.hasAttribute("download") && !link.target;
}
