/** Why a gateway refused or returned a refund, as it is kept in English, and its Spanish. */
export const refundRefusals: Readonly<Record<string, string>> = {
  "The account to refund to is closed": "La cuenta del reembolso está cerrada",
  "The gateway has captured no such payment": "El servicio de pago no cobró ese pago",
  "The refund was cancelled at the sandbox": "El reembolso se canceló en el servicio de prueba",
  "The card was reported lost or stolen.": "La tarjeta se reportó como perdida o robada.",
  "The card has expired or was canceled.": "La tarjeta venció o se canceló.",
  "The payment was disputed before the refund went through.": "El pago se disputó antes de que pasara el reembolso.",
  "The balance at Stripe did not cover the refund.": "El saldo en Stripe no alcanzó para el reembolso.",
  "The golfer's bank declined the refund.": "El banco del golfista rechazó el reembolso.",
  "The refund was canceled at Stripe.": "El reembolso se canceló en Stripe.",
  "The refund came back from the golfer's bank.": "El reembolso volvió del banco del golfista.",
  "All of this payment has already gone back.": "Todo este pago ya se devolvió.",
  "The payment is disputed: its bank decides about the money.": "El pago está en disputa: su banco decide del dinero.",
  "The balance at Stripe does not cover this refund. Top it up and try again.":
    "El saldo en Stripe no alcanza para este reembolso. Recárgalo e inténtalo de nuevo.",
  "Stripe does not know this payment.": "Stripe no conoce este pago.",
  "Overtaken by a refund that was made at the payment service.":
    "Se le adelantó un reembolso hecho en el servicio de pago.",
};
