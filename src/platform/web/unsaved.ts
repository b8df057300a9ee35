/** Asks before what was changed in a form is lost: by a link, Back, reloading or closing the page. */
import { useEffect, useEffectEvent } from "react";
import { askBeforeTravel } from "./travel.ts";
import { defineWords, wordsNow } from "./words.ts";

const words = defineWords(
  { ask: "Leave without saving what you changed?" },
  { ask: "¿Salir sin guardar lo que cambiaste?" },
);

/**
 * The question is the browser's own, as the one at reloading and closing has to be.
 * @returns whether the page may be left: nothing is unsaved, or the person says so
 */
export function useUnsavedGuard(isUnsaved: () => boolean): () => boolean {
  const mayLeave = () => !isUnsaved() || window.confirm(wordsNow(words).ask);
  const unsaved = useEffectEvent(isUnsaved);
  const leaves = useEffectEvent(mayLeave);
  useEffect(() => {
    const here = window.location.href;
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
      // The browser has moved already: the form's address is put on top again.
      window.history.pushState(null, "", here);
      return false;
    });
    window.addEventListener("beforeunload", reload);
    // Before the router hears of it.
    document.addEventListener("click", follow, true);
    return () => {
      window.removeEventListener("beforeunload", reload);
      document.removeEventListener("click", follow, true);
      stopAsking();
    };
  }, []);
  return mayLeave;
}

/** Whether a click takes this page to another one of ours: for all others the browser itself asks, or nothing is lost. */
function isLinkAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element && target.closest("a");
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  const { origin, pathname, search } = window.location;
  const elsewhere = link.pathname !== pathname || link.search !== search;
  return link.origin === origin && elsewhere && !link.hasAttribute("download") && !link.target;
}
