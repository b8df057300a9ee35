/** The words of the session history. */
import { defineWords } from "#platform/web/words.ts";

export const historyWords = defineWords(
  {
    failed: "We could not load your sessions",
    loading: "Loading your sessions",
    none: "No sessions yet. Your first bucket is waiting.",
    someCourse: "A course that has closed",
    freeShot: "Free tee time shot",
    shots: (taken: number, bought: number) => `${taken} of ${bought} ${bought === 1 ? "ball" : "balls"} hit`,
    bay: (n: number) => `Bay ${n}`,
    group: "In a group",
    claims: (n: number) => (n === 1 ? "1 prize claim" : `${n} prize claims`),
    open: "Still open",
    resume: "Resume Game",
  },
  {
    failed: "No pudimos cargar tus sesiones",
    loading: "Cargando tus sesiones",
    none: "Todavía no hay sesiones. Tu primera cubeta te espera.",
    someCourse: "Un campo que cerró",
    freeShot: "Tiro gratis por tu salida",
    shots: (taken, bought) => `${taken} de ${bought} ${bought === 1 ? "bola tirada" : "bolas tiradas"}`,
    bay: (n) => `Bahía ${n}`,
    group: "En grupo",
    claims: (n) => (n === 1 ? "1 reclamo de premio" : `${n} reclamos de premio`),
    open: "Sigue abierta",
    resume: "Volver al juego",
  },
);
