/** The words of what stands over the booking steps: open sessions, and orders that wait for their start. */
import { defineWords } from "#platform/web/words.ts";

export const sessionWords = defineWords(
  {
    sessionFound: "Active Session Found!",
    resumeGame: "Resume Game",
    bayFinished: (bay: number) => `Bay ${bay}, all balls taken. You can still claim or end it.`,
    bayRunning: (bay: number) => `Bay ${bay}, still running.`,
    resumeSession: "Resume Active Session",
    goBack: "Go Back",
    alreadyActive: "You already have an active session. Please complete it before starting a new one.",
    paidAndReady: "Paid and ready",
    toOrder: "Go to your order",
    waitsForStart: (what: string, where: string) => `${what} at ${where} waits for its start.`,
    activeInProgress: "Active Session in Progress",
  },
  {
    sessionFound: "¡Encontramos una sesión activa!",
    resumeGame: "Volver al juego",
    bayFinished: (bay) => `Bahía ${bay}, ya tiraste todas las bolas. Aún puedes reclamar o terminarla.`,
    bayRunning: (bay) => `Bahía ${bay}, sigue en curso.`,
    resumeSession: "Volver a la sesión activa",
    goBack: "Regresar",
    alreadyActive: "Ya tienes una sesión activa. Termínala antes de empezar otra.",
    paidAndReady: "Pagado y listo",
    toOrder: "Ir a tu pedido",
    waitsForStart: (what, where) => `${what} en ${where} espera su inicio.`,
    activeInProgress: "Sesión activa en curso",
  },
);
