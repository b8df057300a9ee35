/** The server's sentences about claims, in Spanish. */
import type { SpanishSentences } from "#platform/web/translate.ts";

export const claimSpanish = {
  codes: {},
  sentences: {
    "The payment was reversed by the bank": "El banco recuperó el pago",
    "A hole is left, right or middle": "Un hoyo es izquierdo, derecho o central",
  },
} satisfies SpanishSentences;
