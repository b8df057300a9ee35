/** A receipt as a PDF. */
import { openPdf } from "#platform/server/pdf.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Receipt } from "../contract.ts";
import { boughtText, paidByText, receiptNumberText, REFUND_POLICY, refundStateWords } from "../rules.ts";
import { momentText } from "./letter.ts";

const columns = [
  { label: "What", align: "left", share: 5 },
  { label: "Amount", align: "right", share: 1.4 },
] as const;

/** The file of a receipt, made the same each time but for the refunds given since. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { course, tax, refunds } = receipt;
  const at = (instant: string) => momentText(instant, course.timeZone);
  const pdf = openPdf({
    title: `Receipt ${receiptNumberText(receipt.number)}`,
    under: [course.name, course.address],
    productName: receipt.operator,
    language: "en-US",
    at: new Date(receipt.issuedAt),
  });
  pdf.facts([
    ["Receipt", receiptNumberText(receipt.number)],
    ["Order", String(receipt.orderNumber)],
    ["Player", pdf.name(receipt.playerName, "The player of the order")],
    ["Paid", at(receipt.paidAt)],
    ["Paid with", paidByText(receipt.payment)],
    ["Issued", at(receipt.issuedAt)],
  ]);
  pdf.table(columns, [
    { cells: [boughtText(receipt), money(receipt.amount)] },
    { cells: ["Total paid", money(receipt.amount)], kind: "total" },
    ...(tax ? ([{ cells: [`Includes ${tax.label} (${tax.rate}%)`, money(tax.amount)], kind: "detail" }] as const) : []),
  ]);
  if (refunds.length > 0) {
    pdf.heading("Refunds");
    pdf.table(columns, [
      ...refunds.map(({ amount, reason, state, createdAt, returnedAt }) => ({
        cells: [`${at(returnedAt ?? createdAt)}: ${reason} (${refundStateWords[state]})`, `-${money(amount)}`],
      })),
      { cells: ["Left after refunds", money(receipt.net)], kind: "total" },
    ]);
  }
  pdf.paragraph(REFUND_POLICY, { soft: true });
  return pdf.end();
}

function money(dollars: number): string {
  return formatCents(toCents(dollars));
}
