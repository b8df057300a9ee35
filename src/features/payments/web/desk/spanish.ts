/** The Spanish of what the server and the gateway say to administrators about refunds and the money at the gateway. */
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
    "The payment service has captured it and the books have not. Look at the order's payment troubles, and check that the job 'reconcile' runs.":
      "El servicio de pago lo cobró y los libros no lo tienen. Mira los problemas de pago del pedido y revisa que la tarea 'reconcile' corra.",
    "The books do not have it. Check that the job 'gateway-balance' runs; then have the books audited.":
      "Los libros no lo tienen. Revisa que la tarea 'gateway-balance' corra; después haz auditar los libros.",
    "The payment service does not have it. Look for it there by its name; then have the books audited before anybody is paid.":
      "El servicio de pago no lo tiene. Búscalo allí por su nombre; después haz auditar los libros antes de pagarle a nadie.",
    "Both have it, with different amounts. Compare its fee and its refunds at the payment service; then have the books audited.":
      "Los dos lo tienen, con montos distintos. Compara su comisión y sus reembolsos en el servicio de pago; después haz auditar los libros.",
  },
} satisfies SpanishSentences;
