import { defineWords } from "#platform/web/words.ts";

export const afterGameWords = defineWords(
  {
    over: (bay: number) => `Your game in Bay ${bay} is over`,
    shots: (n: number) => (n === 1 ? "1 shot" : `${n} shots`),
    claims: (n: number, waiting: number) =>
      `${n === 1 ? "1 claim" : `${n} claims`}${waiting === 0 ? "" : waiting === n ? ", under review" : `, ${waiting} under review`}`,
    playAgain: (bay: number) => `Play again in Bay ${bay}`,
    claimWithin: (time: string) => `Hit something? Claim within ${time}.`,
    claim: "Claim Your Prize",
  },
  {
    over: (bay) => `Tu juego en la bahía ${bay} terminó`,
    shots: (n) => (n === 1 ? "1 tiro" : `${n} tiros`),
    claims: (n, waiting) =>
      `${n === 1 ? "1 reclamo" : `${n} reclamos`}${waiting === 0 ? "" : waiting === n ? ", en revisión" : `, ${waiting} en revisión`}`,
    playAgain: (bay) => `Jugar otra vez en la bahía\u00a0${bay}`,
    claimWithin: (time) => `¿Acertaste? Reclama dentro de ${time}.`,
    claim: "Reclama tu premio",
  },
);
