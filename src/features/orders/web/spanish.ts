/** The Spanish of what the server says about orders. */
import type { refuse } from "#features/orders/contract.ts";
import { spanishReasons } from "#features/orders/reason-rules.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const orderSpanish = {
  codes: {
    "booking.order_not_found": "No existe ese pedido",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    ...spanishReasons,
    "Your bank took this payment back before your session was started.":
      "Tu banco recuperó este pago antes de que empezara tu sesión.",
    "Your money was returned.": "Tu dinero se devolvió.",
    "Your money is on its way back to you.": "Tu dinero va de vuelta a ti.",
    "Your session was not started. Your money was returned.": "Tu sesión no se empezó. Tu dinero se devolvió.",
    "Your session was not started. Your money is on its way back to you.":
      "Tu sesión no se empezó. Tu dinero va de vuelta a ti.",
  },
} satisfies SpanishSentences;
