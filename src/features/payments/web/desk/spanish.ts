/** The Spanish of what the server and the gateway say to administrators about refunds and the money at the gateway. */
import { adviceInSpanish } from "#features/payments/reconciliation-rules.ts";
import type { refuseOtherwise } from "#features/payments/otherwise-contract.ts";
import type { refuseReconciliation } from "#features/payments/reconciliation-contract.ts";
import { refundRefusals } from "../../refund-refusal-rules.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const paymentDeskSpanish = {
  codes: {
    "otherwise.day": "Se pagó entre el día del reembolso y hoy",
    "otherwise.proposed":
      "Un administrador dice que este reembolso se pagó de otra forma. Apruébalo o retíralo primero.",
    "otherwise.disputed":
      "Una disputa recupera este dinero por el banco. Quien además paga el reembolso paga dos veces.",
    "reconciliation.gateway_away": "El servicio de pago no responde. Inténtalo de nuevo en un minuto.",
    "reconciliation.not_waiting": "No hay dinero así por clasificar",
    "reconciliation.not_undivided": "No hay una transferencia así por repartir",
    "reconciliation.wrong_parts": "Las partes no suman el monto de la transferencia",
    "reconciliation.no_account":
      "Los ingresos son de un campo y el banco es de la casa: elige el campo como corresponde",
  } satisfies Record<Parameters<typeof refuseOtherwise | typeof refuseReconciliation>[0], string>,
  sentences: {
    "Sort by newest, oldest, largest or smallest": "Ordena por lo más nuevo, lo más antiguo, lo mayor o lo menor",
    // From the desk.
    "A refund is an amount of dollars and cents above #": "Un reembolso es un monto en dólares y centavos mayor que #",
    "Search for at most # characters": "Busca con # caracteres como máximo",
    "A course is named by its number": "Un campo se nombra por su número",
    "A package is named by its number": "Un paquete se nombra por su número",
    "Choose a check or a bank transfer": "Elige cheque o transferencia bancaria",
    "A reference is required, such as the check's number": "Escribe una referencia, como el número del cheque",
    "Choose a day": "Elige un día",
    "Give each part in dollars, with at most two decimals, and not #":
      "Escribe cada parte en dólares, con dos decimales como máximo, y distinta de #",
    "Sort it into bank, fees or revenue": "Clasifícalo en banco, comisiones o ingresos",
    "Give a reason of # to # characters": "Escribe un motivo de # a # caracteres",
    ...refundRefusals,
    ...adviceInSpanish,
  },
} satisfies SpanishSentences;
