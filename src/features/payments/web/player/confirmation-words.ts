/** The words of the confirmation, from which a session starts. */
import { defineWords } from "#platform/web/words.ts";

export const confirmationWords = defineWords(
  {
    paymentSuccessful: "Payment Successful!",
    startSession: "Start Your Session",
    yourSession: "Your session",
    receipt: "Receipt",
    startInBay: "Start when you stand in your bay",
    orderWaits:
      "Your time runs from the moment you tap the button. You can also come back later: the order waits here.",
    freeReady: "Free Tee Time Shot Ready!",
    freeRules:
      "One ball of your own, five minutes, and any of the three prizes. If you win, the course confirms your tee time.",
    startFailed: "Failed to start session",
  },
  {
    paymentSuccessful: "¡Pago exitoso!",
    startSession: "Empezar tu sesión",
    yourSession: "Tu sesión",
    receipt: "Recibo",
    startInBay: "Empieza cuando estés en tu bahía",
    orderWaits: "Tu tiempo corre desde que tocas el botón. También puedes volver más tarde: el pedido te espera aquí.",
    freeReady: "¡Tu tiro gratis está listo!",
    freeRules:
      "Una bola para ti, cinco minutos y cualquiera de los tres premios. Si ganas, el campo confirma tu hora de salida.",
    startFailed: "No se pudo empezar la sesión",
  },
);
