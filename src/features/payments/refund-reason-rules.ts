/** The reasons of refunds that no administrator wrote, as orders and the audit trail keep them, and their Spanish. */
export const refundReasons: Readonly<Record<string, string>> = {
  "Not started within # days": "No se empezó en # días",
  "Your bank took back a part of the payment before the session was started":
    "Tu banco recuperó una parte del pago antes de que empezara la sesión",
  "Refunded at the payment service": "Reembolsado en el servicio de pago",
  "The rest of your refund": "El resto de tu reembolso",
  "The order was closed before its dispute was decided": "El pedido se cerró antes de que se decidiera su disputa",
};
