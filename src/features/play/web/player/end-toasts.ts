/** The toasts when a session has ended, or could not be ended. Loaded after the board. */
import { translated } from "#platform/web/translate.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { defineWords, wordsNow } from "#platform/web/words.ts";

const endWords = defineWords(
  {
    failed: "Error completing session",
    ended: "Session Completed",
    thanks: "Thanks for playing! Returning to main menu.",
  },
  {
    failed: "Error al terminar la sesión",
    ended: "Sesión terminada",
    thanks: "¡Gracias por jugar! Volviendo al menú principal.",
  },
);

/** @param refused why the session could not be ended; undefined if it has ended */
export function tellEnd(refused: { message: string; code: string | undefined } | undefined): void {
  const words = wordsNow(endWords);
  notify(
    refused
      ? { title: words.failed, description: translated(refused.message, refused.code), variant: "error" }
      : { title: words.ended, description: words.thanks },
  );
}
