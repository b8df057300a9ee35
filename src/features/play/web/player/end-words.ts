/** The words of the question before a game is ended. */
import { defineWords } from "#platform/web/words.ts";

export const endWords = defineWords(
  {
    endTitle: "End this session?",
    playOn: "Play on",
    notYet: "Not yet",
    allPlayed: "All balls are played. You can still claim a prize for 10 minutes.",
    endNow: "End now",
    endText: (balls: string, count: number) =>
      `${balls}. ${count === 1 ? "It" : "They"} cannot be brought back, but you can still claim a prize for 10 minutes.`,
  },
  {
    endTitle: "¿Terminar esta sesión?",
    playOn: "Volver al juego",
    notYet: "Todavía no",
    allPlayed: "Ya se jugaron todas las bolas. Todavía puedes reclamar un premio durante 10 minutos.",
    endNow: "Terminar ahora",
    endText: (balls, count) =>
      `${balls}. No se ${count === 1 ? "puede" : "pueden"} recuperar, pero todavía puedes reclamar un premio durante 10 minutos.`,
  },
);
