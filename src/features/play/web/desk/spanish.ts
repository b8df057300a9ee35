/** The Spanish of what the server says to staff about bays. */
import type { refuseBay } from "#features/play/bay-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const playDeskSpanish = {
  codes: {
    "bays.paused": "Este reloj ya está en pausa",
    "bays.not_paused": "Este reloj está en marcha",
    "bays.changed": "Otra persona acaba de cambiar este reloj. Míralo otra vez.",
  } satisfies Record<Parameters<typeof refuseBay>[0], string>,
  sentences: {
    "Extend by # to # whole minutes": "Extiende de # a # minutos enteros",
    "Choose the bay to move to": "Elige a qué bahía mover",
  },
} satisfies SpanishSentences;
