/** The Spanish of what the server says about settlements and records, and of its contracts' sentences. */
import type { refuse } from "#features/reports/contract.ts";
import type { refuse as refuseMail } from "#features/reports/settlement-mail-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const reportSpanish = {
  codes: {
    "reports.future_month": "Este mes aún no ha empezado. Elige uno anterior.",
    "reports.not_over": "Un mes se puede cerrar una hora después de que termina.",
    "reports.out_of_order": "Cierra primero los meses anteriores. Los meses se cierran en orden.",
    "reports.closing_blocked": "Algo de este mes aún no está resuelto.",
    "reports.still_writing": "Un asiento de este mes sigue en curso. Ciérralo de nuevo en un minuto.",
    "mailing.not_closed": "Solo se envía la liquidación de un mes cerrado. Cierra primero el mes.",
    "mailing.nobody": "Nadie recibe todavía las liquidaciones de este campo.",
    "mailing.sent_meanwhile": "Se envió entretanto. Mira cuándo antes de enviarla otra vez.",
  } satisfies Record<Parameters<typeof refuse>[0] | Parameters<typeof refuseMail>[0], string>,
  sentences: {
    "Sort by newest or oldest": "Ordena por lo más nuevo o lo más antiguo",
    "Write the month as yyyy-MM, such as #-#": "Escribe el mes como aaaa-MM, por ejemplo #-#",
    "Use up to # letters, digits, dots and dashes, such as #":
      "Usa # letras, cifras, puntos y guiones como máximo, por ejemplo #",
    "Name a line of the settlement": "Nombra una línea de la liquidación",
    "Write email addresses, separated by commas": "Escribe direcciones de correo separadas por comas",
    "Give at most # addresses": "Da # direcciones como máximo",
    "The day is a whole number from # to #": "El día es un número entero de # a #",
    "An order is named by its number": "Un pedido se nombra por su número",
    "Name one account by its email address": "Nombra una cuenta por su correo",
    "Give the days either by dateFilter, or by from and to": "Da los días con dateFilter, o con from y to",
    "Name one action": "Nombra una acción",
    "Name one subject": "Nombra un asunto",
    // What stands against closing a month.
    "a payment of order # has no outcome yet: the payment service is asked again by itself":
      "un pago del pedido # aún no tiene resultado: al servicio de pago se le vuelve a preguntar automáticamente",
    "a refund of order # failed: try it again, or pay it otherwise":
      "un reembolso del pedido # falló: inténtalo de nuevo o págalo de otra forma",
    "the payment of order # is not in the payment service's books yet: look at the reconciliation":
      "el pago del pedido # aún no está en los libros del servicio de pago: mira la conciliación",
    "the payment service's list was not read since the month's end: it is read each minute while the service answers":
      "la lista del servicio de pago no se ha leído desde el fin del mes: se lee cada minuto mientras el servicio responde",
  },
} satisfies SpanishSentences;
