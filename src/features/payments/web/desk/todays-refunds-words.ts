/** What staff read of today's refunds, and what they tell the golfer. */
import { defineWords } from "#platform/web/words.ts";

export const todaysRefundWords = defineWords(
  {
    title: "Refunds today",
    times: (course: string) => `${course}, orders of today`,
    back: "Back to the bays",
    failed: "We could not load the refunds",
    loading: "Loading the refunds",
    none: "No refunds today",
    noneAbout:
      "No order that was made here today has a refund. Older orders are the office’s: the golfer writes to support.",
    order: (number: number) => `Order ${number}`,
    bay: (bay: number) => `bay ${bay}`,
    paid: (amount: string) => `paid ${amount}`,
    tell: "Tell the golfer",
    on_its_way: (amount: string) => `${amount} is on its way`,
    sent: (amount: string) => `${amount} was sent back`,
    refused: (amount: string) => `${amount} was refused`,
    paid_otherwise: (amount: string) => `${amount} was paid by the office`,
    stopped: (amount: string) => `${amount} is not refunded`,
    tell_on_its_way: "The money goes back to the card that paid. It usually shows within 5 to 10 business days.",
    tell_sent: "The money was sent to the card that paid. The bank may take 5 to 10 business days to show it.",
    tell_refused:
      "The card did not take the money back. The office knows and pays it another way; there is nothing to do here. Do not pay it from the till.",
    tell_paid_otherwise: "The office has paid it by check or transfer. Do not pay it from the till.",
    tell_stopped: "No refund is on its way for this part. The golfer asks the bank, or writes to support.",
  },
  {
    title: "Reembolsos de hoy",
    times: (course) => `${course}, pedidos de hoy`,
    back: "Volver a las bahías",
    failed: "No pudimos cargar los reembolsos",
    loading: "Cargando los reembolsos",
    none: "Hoy no hay reembolsos",
    noneAbout:
      "Ningún pedido hecho aquí hoy tiene un reembolso. Los más antiguos los atiende la oficina: el golfista escribe a soporte.",
    order: (number) => `Pedido ${number}`,
    bay: (bay) => `bahía ${bay}`,
    paid: (amount) => `pagó ${amount}`,
    tell: "Qué decirle al golfista",
    on_its_way: (amount) => `${amount} en camino`,
    sent: (amount) => `${amount} enviados`,
    refused: (amount) => `${amount} rechazados`,
    paid_otherwise: (amount) => `${amount} pagados por la oficina`,
    stopped: (amount) => `${amount} no se reembolsan`,
    tell_on_its_way: "El dinero vuelve a la tarjeta con la que se pagó. Suele verse en 5 a 10 días hábiles.",
    tell_sent:
      "El dinero se envió a la tarjeta con la que se pagó. El banco puede tardar de 5 a 10 días hábiles en mostrarlo.",
    tell_refused:
      "La tarjeta no aceptó el dinero. La oficina lo sabe y lo paga de otra forma; aquí no hay que hacer nada. No lo pagues de la caja.",
    tell_paid_otherwise: "La oficina ya lo pagó con cheque o transferencia. No lo pagues de la caja.",
    tell_stopped: "Esta parte no se va a reembolsar. El golfista pregunta a su banco o escribe a soporte.",
  },
);
