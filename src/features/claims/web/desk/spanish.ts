/** The Spanish of what the server says to the desk about claims, evidence and payouts. */
import type { refuse } from "#features/claims/contract.ts";
import type { refuseEvidence } from "#features/claims/evidence-contract.ts";
import type { refusePayout } from "#features/claims/payout-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const claimDeskSpanish = {
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
    "claims.not_due":
      "Este premio ya no está pendiente: mientras tanto se pagó o se perdió, o su reclamo no está verificado",
    "claims.waits": "Este pago todavía espera algo",
    "claims.no_photo": "No existe esa foto",
    "claims.photo_unreadable": "Envía una foto en JPEG, PNG o WebP",
    "payouts.same_admin": "Tú aprobaste este pago: lo paga otro administrador",
    "payouts.not_independent":
      "Durante 30 días después de que uno de ustedes dio su función al otro o recuperó su acceso, no aprueban y pagan los dos el mismo premio. Lo paga un tercer administrador.",
    "payouts.approved": "Este pago ya se aprobó",
    "payouts.not_paid": "Solo puede volver un premio en efectivo que se pagó",
    "payouts.no_approval": "Este pago no necesita un segundo administrador",
  } satisfies Record<Parameters<typeof refuse | typeof refuseEvidence | typeof refusePayout>[0], string>,
  sentences: {
    "Say whether it was seen: true or false": "Di si se vio o no",
    "A photo has at most #.# MB": "Una foto tiene como máximo #.# MB",
    "Give the year as yyyy, from # to #": "Escribe el año con cuatro cifras, de # a #",
    "Give the threshold in dollars, from # to #,#,#, with at most two decimals":
      "Escribe el umbral en dólares, de # a #,#,#, con dos decimales como máximo",
    "Give the limit in dollars, from # to #,#,#, with at most two decimals, or no limit":
      "Escribe el límite en dólares, de # a #,#,#, con dos decimales como máximo",
    "Write a reference": "Escribe una referencia",
    "Days are the courses' own, or the operator's": "Los días son los de cada campo o los del operador",
    "A status is pending, verified or rejected": "Un estado es pendiente, verificado o rechazado",
    "A status is waiting, ready, paid or forfeited": "Un estado es en espera, listo, pagado o perdido",
    "Search for at most # characters": "Busca con # caracteres como máximo",
    "Sort by newest, oldest, largest or player": "Ordena por lo más nuevo, lo más antiguo, lo mayor o el jugador",
    "Confirm age_#, tax_form or tee_time": "Confirma la edad, el formulario de impuestos o la hora de salida",
    "A tax form is W-# or W-#BEN": "Un formulario de impuestos es W-# o W-#BEN",
    "A method is check, transfer or handed_over": "Se paga por cheque, por transferencia o en mano",
  },
} satisfies SpanishSentences;
