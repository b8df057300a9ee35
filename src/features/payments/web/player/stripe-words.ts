/** What we say around Stripe's own fields and questions. */
import { defineWords } from "#platform/web/words.ts";

export const stripeWords = defineWords(
  {
    failed: "The payment form did not load",
    blocked: "Check your connection. If it stays like this, a content blocker may be keeping js.stripe.com out.",
    loading: "Loading...",
    again: "Try again",
    notReady: "The payment form is not ready yet. Please try again in a moment.",
    unanswered: "Your bank's question could not be shown. Check your connection and try again.",
    bankWants: "Your bank wants to hear from you",
    asking: "Asking your bank...",
    waits: (minutes: number) =>
      `Nothing is charged before you answer. After ${minutes} minutes the payment is given up.`,
  },
  {
    failed: "El formulario de pago no se cargó",
    blocked: "Revisa tu conexión. Si sigue así, quizás un bloqueador de contenido no deja pasar a js.stripe.com.",
    loading: "Cargando...",
    again: "Intentar de nuevo",
    notReady: "El formulario de pago aún no está listo. Inténtalo de nuevo en un momento.",
    unanswered: "No se pudo mostrar la pregunta de tu banco. Revisa tu conexión e inténtalo de nuevo.",
    bankWants: "Tu banco quiere saber de ti",
    asking: "Preguntando a tu banco...",
    waits: (minutes) => `No se cobra nada antes de que respondas. Después de ${minutes} minutos el pago se abandona.`,
  },
);
