/** The words of the game's notices. */
import { defineWords } from "#platform/web/words.ts";

export const noticeWords = defineWords(
  {
    notLoaded: "We could not load your session",
    waiting: "Waiting for Other Players",
    stillPlay: (names: string, one: boolean) => `${names} ${one ? "still has" : "still have"} balls to hit.`,
    allPlayed: "All balls are played",
    keepOrEnd: "Keep playing, or end your session here.",
    droppedIn: "Did one drop in? Claim it. Otherwise keep playing, or end your session here.",
    goesOn: "Did one drop in? Claim it. If more balls are bought for you, this screen goes on by itself.",
    timeUp: "Time is up",
    refunded: "This session was refunded",
    hasEnded: "This session has ended",
    windowClosed: "The claim window has closed.",
    mayClaim: "Hit something? You can claim for another",
  },
  {
    notLoaded: "No pudimos cargar tu sesión",
    waiting: "Esperando a los demás jugadores",
    stillPlay: (names, one) => `${names} todavía ${one ? "tiene" : "tienen"} bolas por jugar.`,
    allPlayed: "Ya se jugaron todas las bolas",
    keepOrEnd: "Sigue jugando o termina aquí tu sesión.",
    droppedIn: "¿Entró alguna? Reclámala. Si no, sigue jugando o termina aquí tu sesión.",
    goesOn: "¿Entró alguna? Reclámala. Si te compran más bolas, esta pantalla continúa sola.",
    timeUp: "Se acabó el tiempo",
    refunded: "Esta sesión fue reembolsada",
    hasEnded: "Esta sesión terminó",
    windowClosed: "El plazo para reclamar ya cerró.",
    mayClaim: "¿Acertaste? Puedes reclamar durante",
  },
);
