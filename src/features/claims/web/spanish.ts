/** The server's sentences about claims, in Spanish. */
import type { refuse } from "#features/claims/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const claimSpanish = {
  codes: {
    "claims.not_found": "No existe ese reclamo",
    "claims.already_decided": "Este reclamo ya se decidió",
    "claims.own": "Nadie verifica su propio reclamo",
    "claims.admin_only": "La edad y el formulario de impuestos los confirma un administrador",
    "claims.disputed":
      "El banco está decidiendo sobre una disputa del pago con el que se jugó este reclamo. Hasta entonces se puede rechazar, pero no verificar.",
    "claims.reversed": "El banco recuperó el pago con el que se jugó este reclamo. Solo se puede rechazar.",
    "claims.refunded":
      "El pago con el que se jugó este reclamo se reembolsó en el servicio de pago. Un administrador decide en el pedido si sus reclamos siguen en pie; hasta entonces este se puede rechazar, pero no verificar.",
    "claims.not_due": "Este reclamo no tiene ningún pago pendiente",
    "claims.waits": "Este pago todavía espera algo",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    "The payment was reversed by the bank": "El banco recuperó el pago",
  },
} satisfies SpanishSentences;
