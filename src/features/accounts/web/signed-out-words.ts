/** The words for a player whose session has ended. */
import { defineWords } from "#platform/web/words.ts";

/** Said on every screen, when the server no longer knows the player. */
export const signedOutWords = defineWords(
  { title: "You were signed out", about: "Please sign in again. You will come back to where you were." },
  { title: "Se cerró tu sesión", about: "Inicia sesión de nuevo. Volverás a donde estabas." },
);
