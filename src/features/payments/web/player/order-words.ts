/** The words of an order's scorecard. */
import { defineWords } from "#platform/web/words.ts";

const balls = (n: number) => `${n} ${n === 1 ? "ball" : "balls"}`;
const bolas = (n: number) => `${n} ${n === 1 ? "bola" : "bolas"}`;

export const orderFactWords = defineWords(
  {
    attempts: "Attempts",
    oneAttempt: "1 complimentary attempt",
    balls,
    address: "Address",
    teeTime: "Tee time",
    yourBalls: "Your balls",
    share: (count: number, bay: number) => `${balls(count)}, bay ${bay}`,
    currentJackpot: "Current jackpot",
    pricePerBall: "Price per ball",
    total: "Total",
  },
  {
    attempts: "Tiros",
    oneAttempt: "1 tiro de cortesía",
    balls: bolas,
    address: "Dirección",
    teeTime: "Hora de salida",
    yourBalls: "Tus bolas",
    share: (count, bay) => `${bolas(count)}, bahía ${bay}`,
    currentJackpot: "Premio mayor actual",
    pricePerBall: "Precio por bola",
    total: "Total",
  },
);
