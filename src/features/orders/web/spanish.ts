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
  },
} satisfies SpanishSentences;
