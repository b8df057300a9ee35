/** The Spanish of what the server says about receipts. */
import type { refuse } from "#features/receipts/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const receiptSpanish = {
  codes: {
    "receipts.not_found": "No existe ese pedido",
    "receipts.nothing_paid":
      "Por este pedido aún no se pagó nada, así que no tiene recibo. Ábrelo de nuevo cuando pase el pago.",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {},
} satisfies SpanishSentences;
