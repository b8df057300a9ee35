/** The words of the bank's and the wallet's questions. */
import { defineWords } from "#platform/web/words.ts";

export const sheetWords = defineWords(
  {
    bankAsks: "Your bank asks: is this you?",
    answerBank: "Answer your bank",
    nothingCharged: "Nothing is charged before you answer.",
    approving: "Approving...",
    telling: "Telling your bank...",
    notMe: "It wasn't me",
    cancelPayment: "Cancel payment",
    offlineBank: (minutes: number) => `You are offline. Your bank waits ${minutes} minutes for your answer.`,
    bankStandIn: (minutes: number) =>
      `A stand-in for your bank's own question. Nothing is charged before you approve, and after ${minutes} minutes without an answer the payment is given up.`,
    payTo: "Pay to",
    decline: "Decline",
    walletStandIn: (wallet: string) =>
      `A stand-in for ${wallet}'s own sheet: no money moves. Decline to see what happens when the wallet says no.`,
  },
  {
    bankAsks: "Tu banco pregunta: ¿eres tú?",
    answerBank: "Responder a tu banco",
    nothingCharged: "No se cobra nada antes de que respondas.",
    approving: "Aprobando...",
    telling: "Avisando a tu banco...",
    notMe: "No fui yo",
    cancelPayment: "Cancelar el pago",
    offlineBank: (minutes) => `No tienes conexión. Tu banco espera tu respuesta ${minutes} minutos.`,
    bankStandIn: (minutes) =>
      `Esto hace las veces de la pregunta de tu banco. No se cobra nada antes de que apruebes, y después de ${minutes} minutos sin respuesta el pago se abandona.`,
    payTo: "Pagar a",
    decline: "Rechazar",
    walletStandIn: (wallet) =>
      `Esto hace las veces de la pantalla de ${wallet}: no se mueve dinero. Rechaza para ver qué pasa cuando la billetera dice que no.`,
  },
);
