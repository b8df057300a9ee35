/** The words of buying more balls in the game. */
import { defineWords } from "#platform/web/words.ts";

export const buyMoreWords = defineWords(
  {
    keepPlaying: "Keep Playing",
    total: "Total",
    pay: (price: string) => `Pay & Keep Playing - ${price}`,
    ballsAdded: "Balls Added!",
    ballsAddedText: (n: number) => `${n} ${n === 1 ? "ball" : "balls"} added to your session. Keep playing!`,
  },
  {
    keepPlaying: "Seguir jugando",
    total: "Total",
    pay: (price) => `Pagar y seguir jugando - ${price}`,
    ballsAdded: "¡Bolas agregadas!",
    ballsAddedText: (n) => `${n === 1 ? "Se agregó 1 bola" : `Se agregaron ${n} bolas`} a tu sesión. ¡Sigue jugando!`,
  },
);
