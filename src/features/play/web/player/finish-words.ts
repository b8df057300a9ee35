/** The words of the last ball. */
import { defineWords } from "#platform/web/words.ts";

export const finishWords = defineWords(
  {
    complete: (names: string) => `${names} Complete!`,
    sessionComplete: "Session Complete!",
    usedAll: "You've used all your balls. Want to keep playing?",
    usedAllGroup: "All players have used their balls. Want to keep playing?",
  },
  {
    complete: (names) => `¡${names}: completo!`,
    sessionComplete: "¡Sesión completa!",
    usedAll: "Usaste todas tus bolas. ¿Quieres seguir jugando?",
    usedAllGroup: "Todos los jugadores usaron sus bolas. ¿Quieren seguir jugando?",
  },
);
