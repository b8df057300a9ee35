/** A settlement as files: CSV for the books, PDF for people. Both print only what the API returns. */
import type { Readable } from "node:stream";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Pdf, PdfColumn, PdfRow } from "#platform/server/pdf.ts";
import { defineTask } from "#platform/server/work/task.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Settlement } from "../contract.ts";
import { monthName, periodWords } from "../rules.ts";
import { checkWords, closedWords, liabilityLines, unfolded, unfoldedAccounts } from "../settlement-rules.ts";

const header = [
  "Course",
  "Month",
  "Time zone",
  "To date",
  "Section",
  "Line",
  "Count",
  "Amount (USD)",
  "From the ledger",
];

/** One line a row, each with course and month, so that files of several months can be joined. */
export function settlementCsv(settlement: Settlement): Readable {
  return toCsv(header, rowsOf(settlement));
}

function* rowsOf(settlement: Settlement): Generator<CsvRow> {
  const { course, month, toDate, closed, check } = settlement;
  const about = [course.name, month, course.timeZone, toDate ? "yes" : "no"];
  for (const { title, lines } of settlement.sections)
    for (const { label, count, amount, source } of lines) yield [...about, title, label, count, amount, source];
  for (const line of settlement.accounts) {
    const title = `Account: ${line.label}`;
    yield [...about, title, "Opening", null, line.opening, line.account];
    yield [...about, title, "In", null, line.in, line.account];
    yield [...about, title, "Out", null, line.out, line.account];
    yield [...about, title, "Closing", null, line.closing, line.account];
  }
  for (const { label, amount, source } of liabilityLines(settlement))
    yield [...about, "Owed at the end", label, null, amount, source];
  if (closed) {
    yield [...about, "Closed", closed.at, null, null, closed.hash];
    yield [...about, "Closed", "Month before", null, null, closed.previousHash];
  }
  yield [...about, "Check", checkWords(settlement).title, check.differences.length, null, null];
  for (const { account, amount } of check.differences)
    yield [...about, "Check", `Differs: ${account}`, null, amount, account];
}

const dense = { dense: true } as const;
const money = (dollars: number) => formatCents(toCents(dollars));
const columns = ({ title, lines }: Settlement["sections"][number]): PdfColumn[] => [
  { label: title, align: "left", share: 6 },
  { label: lines.some(({ count }) => count !== null) ? "Count" : "", align: "right", share: 1 },
  { label: "Amount", align: "right", share: 2 },
];

export const drawSettlement = defineTask("documents", "settlement", settlementPdf);

async function settlementPdf(settlement: Settlement, productName: string): Promise<Buffer> {
  const title = `Settlement, ${monthName(settlement.month)}`;
  const { openPdf } = await import("#platform/server/pdf.ts");
  const pdf = openPdf({ title, productName, language: "en-US", at: new Date(settlement.generatedAt) });
  writeSettlement(pdf, settlement);
  return pdf.end();
}

/** Whether it adds up, what is owed, the lines, the accounts. What is and was nothing is left out; the CSV has all. */
export function writeSettlement(pdf: Pdf, settlement: Settlement): void {
  const { course } = settlement;
  pdf.paragraph(pdf.name(course.name, `Course ${course.id}`), { size: 13 });
  pdf.paragraph(`${periodWords(settlement)}${course.isOpen ? "" : " The course is closed."}`, { soft: true });
  if (settlement.closed) pdf.plate("good", "Closed", closedWords(settlement.closed, course.timeZone));
  const { title, text } = checkWords(settlement);
  pdf.plate(settlement.check.addsUp ? "good" : "warning", title, text);
  pdf.table(
    [
      { label: settlement.toDate ? "Owed now" : "Owed at the month's end", align: "left", share: 7 },
      { label: "Amount", align: "right", share: 2 },
    ],
    liabilityLines(settlement).map(({ label, amount, look }) => ({ cells: [label, money(amount)], kind: look })),
    dense,
  );
  for (const section of settlement.sections) {
    const rows = unfolded(section).map(({ label, count, amount, look }): PdfRow => ({
      cells: [label, count === null ? "" : count.toLocaleString("en-US"), money(amount)],
      kind: look,
    }));
    if (rows.length > 0) pdf.table(columns(section), rows, dense);
  }
  pdf.table(
    [
      { label: "Account", align: "left", share: 3 },
      ...["Opening", "In", "Out", "Closing"].map((label) => ({ label, align: "right" as const, share: 2 })),
    ],
    unfoldedAccounts(settlement).map((line) => ({
      cells: [line.label, ...[line.opening, line.in, line.out, line.closing].map(money)],
    })),
    dense,
  );
}
