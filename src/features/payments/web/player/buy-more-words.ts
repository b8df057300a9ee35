/** The words of buying more balls in the game. */
import { defineWords } from "#platform/web/words.ts";

export const buyMoreWords = defineWords(
  {
    keepPlaying: "Keep Playing",
    total: "Total",
    pay: (price: string) => `Pay & Keep Playing - ${price}`,
    ballsAdded: "Balls Added!",
    ballsAddedText: (n: number) => `${n} ${n === 1 ? "ball" : "balls"} added to your session. Keep playing!`,
    newClock: (clock: string, balls: number) =>
      `New session: ${clock} for your ${balls} ${balls === 1 ? "ball" : "balls"}.`,
    newClockEach: (clock: string, balls: number, isMost: boolean) =>
      `New session: ${clock} for ${isMost ? "up to " : ""}${balls} ${balls === 1 ? "ball" : "balls"} each.`,
  },
  {
    keepPlaying: "Seguir jugando",
    total: "Total",
    pay: (price) => `Pagar y seguir jugando - ${price}`,
    ballsAdded: "¡Bolas agregadas!",
    ballsAddedText: (n) => `${n === 1 ? "Se agregó 1 bola" : `Se agregaron ${n} bolas`} a tu sesión. ¡Sigue jugando!`,
    newClock: (clock, balls) => `Nueva sesión: ${clock} para ${balls === 1 ? "tu bola" : `tus ${balls} bolas`}.`,
    newClockEach: (clock, balls, isMost) =>
      `Nueva sesión: ${clock} para ${isMost ? "hasta " : ""}${balls} ${balls === 1 ? "bola" : "bolas"} por persona.`,
  },
);
