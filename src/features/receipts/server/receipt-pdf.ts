/** A receipt as a PDF. */
import { refundReason } from "#features/orders/reason-rules.ts";
import type { Pdf } from "#platform/server/pdf.ts";
import { defineTask } from "#platform/server/work/task.ts";
import { type Language, locales } from "#platform/shared/language.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Receipt } from "../contract.ts";
import { receiptNumberText } from "../rules.ts";
import { zonedMomentText } from "./letter.ts";
import { receiptWords } from "./words.ts";

/** The file of a receipt. Only later refunds and the reader's language change it. */
export const drawReceipt = defineTask("documents", "receipt", receiptPdf);

async function receiptPdf(receipt: Receipt, language: Language): Promise<Buffer> {
  const { course } = receipt;
  const { file: words } = receiptWords[language];
  const { openPdf } = await import("#platform/server/pdf.ts");
  const pdf = openPdf({
    title: words.title(receiptNumberText(receipt.number)),
    under: [course.name, course.address],
    productName: receipt.operator,
    language: locales[language],
    pageText: words.page,
    at: new Date(receipt.issuedAt),
  });
  writeReceipt(pdf, receipt, language);
  return pdf.end();
}

/** Writes what a receipt says below its title. */
export function writeReceipt(pdf: Pdf, receipt: Receipt, language: Language): void {
  const { course, tax, refunds } = receipt;
  const { bought, policy, file: words } = receiptWords[language];
  const at = (instant: string) => zonedMomentText(instant, course.timeZone, language);
  const { facts } = words;
  pdf.facts([
    [facts.receipt, receiptNumberText(receipt.number)],
    [facts.order, String(receipt.orderNumber)],
    [facts.player, pdf.name(receipt.playerName, words.nameless)],
    [facts.paid, at(receipt.paidAt)],
    [facts.paidWith, words.paidWith(receipt.payment)],
    [facts.issued, at(receipt.issuedAt)],
  ]);
  const { what, amount } = words.columns;
  const columns = [
    { label: what, align: "left", share: 5 },
    { label: amount, align: "right", share: 1.4 },
  ] as const;
  pdf.table(columns, [
    { cells: [bought(receipt).text, money(receipt.amount)] },
    { cells: [words.total, money(receipt.amount)], kind: "total" },
    ...(tax ? ([{ cells: [words.includes(tax.label, tax.rate), money(tax.amount)], kind: "detail" }] as const) : []),
  ]);
  if (refunds.length > 0) {
    pdf.heading(words.refunds);
    pdf.table(columns, [
      ...refunds.map((refund) => ({
        cells: [
          `${at(refund.returnedAt ?? refund.createdAt)}: ${refundReason(refund.reason, language)} (${words.stateOf(refund)})`,
          `-${money(refund.amount)}`,
        ],
      })),
      { cells: [words.left, money(receipt.net)], kind: "total" },
      ...(tax ? ([{ cells: [words.leftIncludes(tax.label), money(tax.left)], kind: "detail" }] as const) : []),
    ]);
  }
  pdf.paragraph(policy.text, { soft: true });
}

function money(dollars: number): string {
  return formatCents(toCents(dollars));
}
