/** The words of refunds, of claims that one holds, and of refunds paid from the bank. */
import { defineWords } from "#platform/web/words.ts";

export const refundWords = defineWords(
  {
    onItsWay: "Refund on its way",
    amountOf: (amount: string, order: number) => `${amount} for order ${order}`,
    refundOrder: (order: number) => `Refund order ${order}`,
    refundAmount: (amount: string) => `Refund ${amount}`,
    refund: "Refund",
    refunding: "Refunding...",
    notRefunded: "Not refunded",
    neverTwice: " Trying again with the same amount and reason never refunds twice.",
    leftToRefund: (left: string, all: string, player: string) => `${left} of ${all} is left to refund to ${player}.`,
    howMuch: "How much",
    all: (amount: string) => `All: ${amount}`,
    part: "A part",
    endsSession: "This ends the session that is running.",
    amount: "Amount in dollars",
    atMost: (amount: string) => `At most ${amount}`,
    dollarsAndCents: "Dollars and cents, such as 2.50",
    reason: "Reason",
    reasonHint: "The player reads it. For example: thunderstorm, the range had to close.",

    heldTitle: (claims: number) =>
      `Refunded at the payment service, with ${claims === 1 ? "a claim" : `${claims} claims`} open`,
    openClaims: "Open the claims",
    letStand: "Let the claims stand",
    heldAbout: (claims: number) =>
      `Nothing more of ${claims === 1 ? "it" : "them"} is verified or paid until you decide: reject or forfeit what the money went back for, or let the claims stand.`,
    stand: "The claims stand",
    order: (order: number) => `Order ${order}`,
    standTitle: (order: number) => `Let the claims of order ${order} stand?`,
    standAction: "Let them stand",
    saving: "Saving...",
    notSaved: "Not saved",
    standAbout: (player: string) =>
      `${player} keeps the refund. The claims can then be verified and paid like any other.`,
    standHint:
      "Kept with the order and in each claim’s history. For example: refunded as a courtesy after the lights went out.",

    waitsForSecond: "Paid otherwise: waits for a second administrator",
    payOtherwise: "Pay otherwise",
    check: "Check",
    transfer: "Bank transfer",
    payAmountOtherwise: (amount: string) => `Pay ${amount} otherwise`,
    otherwiseAbout: (order: number) =>
      `The refund of order ${order} is paid from the bank, and the payment service is not asked for it any more. It counts once another administrator has approved it: hand the check over, or send the transfer, only then.`,
    propose: "Propose it",
    proposed: "Proposed",
    way: "Way",
    number: "Number",
    numberHint: "Of the check or the transfer; the player reads it. No account numbers.",
    day: "Day",
  },
  {
    onItsWay: "Reembolso en camino",
    amountOf: (amount, order) => `${amount} del pedido ${order}`,
    refundOrder: (order) => `Reembolsar el pedido ${order}`,
    refundAmount: (amount) => `Reembolsar ${amount}`,
    refund: "Reembolsar",
    refunding: "Reembolsando...",
    notRefunded: "No se reembolsó",
    neverTwice: " Si lo intentas de nuevo con el mismo monto y motivo, nunca se reembolsa dos veces.",
    leftToRefund: (left, all, player) => `Quedan ${left} de ${all} por reembolsar a ${player}.`,
    howMuch: "Cuánto",
    all: (amount) => `Todo: ${amount}`,
    part: "Una parte",
    endsSession: "Esto termina la sesión en curso.",
    amount: "Monto en dólares",
    atMost: (amount) => `Como máximo ${amount}`,
    dollarsAndCents: "Dólares y centavos, como 2.50",
    reason: "Motivo",
    reasonHint: "El jugador lo lee. Por ejemplo: tormenta, el campo tuvo que cerrar.",

    heldTitle: (claims) =>
      `Reembolsado en el servicio de pago, con ${claims === 1 ? "un reclamo abierto" : `${claims} reclamos abiertos`}`,
    openClaims: "Abrir los reclamos",
    letStand: "Mantener los reclamos",
    heldAbout: (claims) =>
      `No se verifica ni se paga nada más de ${claims === 1 ? "él" : "ellos"} hasta que decidas: rechaza o da por perdido aquello por lo que volvió el dinero, o mantén los reclamos.`,
    stand: "Los reclamos siguen en pie",
    order: (order) => `Pedido ${order}`,
    standTitle: (order) => `¿Mantener los reclamos del pedido ${order}?`,
    standAction: "Mantenerlos",
    saving: "Guardando...",
    notSaved: "No se guardó",
    standAbout: (player) =>
      `${player} conserva el reembolso. Los reclamos se pueden verificar y pagar como cualquier otro.`,
    standHint:
      "Se guarda con el pedido y en el historial de cada reclamo. Por ejemplo: reembolsado por cortesía después del apagón.",

    waitsForSecond: "Pagado de otra forma: espera a un segundo administrador",
    payOtherwise: "Pagar de otra forma",
    check: "Cheque",
    transfer: "Transferencia bancaria",
    payAmountOtherwise: (amount) => `Pagar ${amount} de otra forma`,
    otherwiseAbout: (order) =>
      `El reembolso del pedido ${order} se paga desde el banco y ya no se le pide al servicio de pago. Cuenta cuando otro administrador lo haya aprobado: entrega el cheque o haz la transferencia solo entonces.`,
    propose: "Proponerlo",
    proposed: "Propuesto",
    way: "Vía",
    number: "Número",
    numberHint: "Del cheque o de la transferencia; el jugador lo lee. Sin números de cuenta.",
    day: "Día",
  },
);
