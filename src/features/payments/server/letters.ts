/** The letters about a refund. They always go out, because they tell of money that comes or does not come. */
import type { PaidOtherwise } from "#features/orders/contract.ts";
import { refundReason } from "#features/orders/reason-rules.ts";
import type { OrderRow } from "#features/orders/server/store.ts";
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, reasonLine, safe, type SafeText } from "#platform/server/mail/safe-text.ts";
import { type Language, named } from "#platform/shared/language.ts";
import { formatCents } from "#platform/shared/money.ts";

interface Named {
  /** Cents. */
  amount: number;
  order: Pick<OrderRow, "number" | "packageName" | "packageNameEs">;
}

interface Refunded extends Named {
  /** As the administrator wrote it, or one of our own sentences. */
  reason: string;
}

const words = {
  en: {
    subject: (product: string, order: number) => safe`Your refund from ${ours(product)}: order ${order}`,
    hello: (name: string) => safe`Hello ${name},`,
    returning: ({ amount, order }: Refunded) =>
      safe`we are returning ${formatCents(amount)} for ${order.packageName} (order ${order.number}) to the way that you paid.`,
    why: (reason: string) => safe`Why: ${reasonLine(reason)}.`,
    cancelled: ({ amount, order }: Named) =>
      safe`the refund of ${formatCents(amount)} for ${order.packageName} (order ${order.number}) was cancelled at the payment service before it went out. It will not reach you.`,
    otherwise: ({ amount, order, method, reference }: Named & PaidOtherwise) =>
      method === "check"
        ? safe`your refund of ${formatCents(amount)} for ${order.packageName} (order ${order.number}) could not go back to the way that you paid. We pay it by check instead, number ${reference}.`
        : safe`your refund of ${formatCents(amount)} for ${order.packageName} (order ${order.number}) could not go back to the way that you paid. We pay it by bank transfer instead, reference ${reference}.`,
  },
  es: {
    subject: (product: string, order: number) => safe`Tu reembolso de ${ours(product)}: pedido ${order}`,
    hello: (name: string) => safe`Hola, ${name}:`,
    returning: ({ amount, order }: Refunded) =>
      safe`Te devolvemos ${formatCents(amount)} por ${named("es", order.packageName, order.packageNameEs)} (pedido ${order.number}) a la forma de pago que usaste.`,
    why: (reason: string) => safe`Motivo: ${reasonLine(refundReason(reason, "es"))}.`,
    cancelled: ({ amount, order }: Named) =>
      safe`El reembolso de ${formatCents(amount)} por ${named("es", order.packageName, order.packageNameEs)} (pedido ${order.number}) se canceló en el servicio de pago antes de salir. No te llegará.`,
    otherwise: ({ amount, order, method, reference }: Named & PaidOtherwise) =>
      method === "check"
        ? safe`Tu reembolso de ${formatCents(amount)} por ${named("es", order.packageName, order.packageNameEs)} (pedido ${order.number}) no pudo volver a la forma de pago que usaste. Te lo pagamos con un cheque, número ${reference}.`
        : safe`Tu reembolso de ${formatCents(amount)} por ${named("es", order.packageName, order.packageNameEs)} (pedido ${order.number}) no pudo volver a la forma de pago que usaste. Te lo pagamos por transferencia bancaria, referencia ${reference}.`,
  },
};

interface Reader {
  email: string;
  name: string;
  language: Language;
}

export function refundLetter(player: Reader, refund: Refunded, productName: string): Letter {
  const { returning, why } = words[player.language];
  return aboutRefund(player, refund, productName, returning(refund), why(refund.reason));
}

/** What an earlier letter said comes in another way. */
export function otherwiseLetter(player: Reader, refund: Named & PaidOtherwise, productName: string): Letter {
  return aboutRefund(player, refund, productName, words[player.language].otherwise(refund));
}

/** What an earlier letter said will not come. */
export function cancelledLetter(player: Reader, refund: Named, productName: string): Letter {
  return aboutRefund(player, refund, productName, words[player.language].cancelled(refund));
}

function aboutRefund(player: Reader, { order }: Named, productName: string, ...said: SafeText[]): Letter {
  const { subject, hello } = words[player.language];
  return writeLetter({
    to: player.email,
    language: player.language,
    subject: subject(productName, order.number),
    blocks: [hello(player.name), ...said],
    productName,
  });
}
