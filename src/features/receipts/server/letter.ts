/** A receipt as a letter in plain text. */
import type { Letter } from "#platform/server/mail/mail.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Receipt } from "../contract.ts";
import { boughtText, paidByText, receiptNumberText, REFUND_POLICY, refundStateWords } from "../rules.ts";
import type { ReceiptView } from "./store.ts";
import { toReceipt } from "./view.ts";

/** The letter with a receipt, to the address that its player has now. */
export function letterOf(view: ReceiptView, deps: { productName: string; publicUrl: string | undefined }): Letter {
  const receipt = toReceipt(view);
  const number = receiptNumberText(receipt.number);
  const lines = [
    `Hello ${receipt.playerName},`,
    "",
    "thank you. This is your receipt.",
    "",
    `Receipt ${number}, order ${receipt.orderNumber}`,
    `Paid: ${momentText(receipt.paidAt, receipt.course.timeZone)}`,
    boughtText(receipt),
    receipt.course.name,
    receipt.course.address,
    "",
    ...sumLines(receipt),
    `Paid with: ${paidByText(receipt.payment)}`,
    "",
    REFUND_POLICY,
    ...(deps.publicUrl
      ? ["", `Your receipt, to print or save: ${deps.publicUrl}/orders/${receipt.orderId}/receipt`]
      : []),
    "",
    deps.productName,
  ];
  return {
    to: view.player.email,
    subject: `Your receipt ${number} from ${deps.productName}`,
    text: lines.join("\n"),
  };
}

function sumLines({ amount, tax, refunds, net }: Receipt): string[] {
  return [
    `Total: ${money(amount)}`,
    ...(tax ? [`Includes ${tax.label} (${tax.rate}%): ${money(tax.amount)}`] : []),
    ...refunds.map(
      (refund) => `Refund, ${refundStateWords[refund.state]}: -${money(refund.amount)} (${refund.reason})`,
    ),
    ...(refunds.length > 0 ? [`Left after refunds: ${money(net)}`] : []),
  ];
}

function money(dollars: number): string {
  return formatCents(toCents(dollars));
}

/** An instant on the course's clock, with its zone: `Nov 21, 2026, 12:00 PM EST`. */
export function momentText(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  })
    .format(new Date(instant))
    .replaceAll("\u202F", " ");
}
