/** A settlement as files: CSV for the books, PDF for people. Both print only what the API returns. */
import type { Readable } from "node:stream";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Pdf, PdfColumn, PdfRow } from "#platform/server/pdf.ts";
import { defineTask } from "#platform/server/work/task.ts";
import { type Language, locales } from "#platform/shared/language.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Settlement } from "../contract.ts";
import { monthName, periodWords } from "../rules.ts";
import {
  checkWords,
  closedWords,
  liabilityLines,
  settlementHeads,
  unfolded,
  unfoldedAccounts,
} from "../settlement-rules.ts";
import { settlementIn } from "../settlement-spanish-rules.ts";

/** One line a row, each with course and month, so that files of several months can be joined. */
export function settlementCsv(settlement: Settlement, language: Language): Readable {
  const { [language]: of } = settlementHeads;
  const head = [
    of.course,
    of.month,
    of.zone,
    of.toDate,
    of.section,
    of.line,
    of.count,
    `${of.amount} (USD)`,
    of.source,
  ];
  return toCsv(head, rowsOf(settlementIn(language, settlement), language));
}

function* rowsOf(settlement: Settlement, language: Language): Generator<CsvRow> {
  const { [language]: heads } = settlementHeads;
  const { course, month, toDate, closed, check } = settlement;
  const about = [course.name, month, course.timeZone, toDate ? heads.yes : heads.no];
  for (const { title, lines } of settlement.sections)
    for (const { label, count, amount, source } of lines) yield [...about, title, label, count, amount, source];
  for (const line of settlement.accounts) {
    const title = `${heads.account}: ${line.label}`;
    yield [...about, title, heads.opening, null, line.opening, line.account];
    yield [...about, title, heads.in, null, line.in, line.account];
    yield [...about, title, heads.out, null, line.out, line.account];
    yield [...about, title, heads.closing, null, line.closing, line.account];
  }
  for (const { label, amount, source } of liabilityLines(settlement, language))
    yield [...about, heads.owedAtEnd, label, null, amount, source];
  if (closed) {
    yield [...about, `${heads.closed} (UTC)`, closed.at, null, null, closed.hash];
    yield [...about, heads.closed, heads.monthBefore, null, null, closed.previousHash];
  }
  yield [...about, heads.check, checkWords(settlement, language).title, check.differences.length, null, null];
  for (const { account, amount } of check.differences)
    yield [...about, heads.check, `${heads.differs}: ${account}`, null, amount, account];
}

const dense = { dense: true } as const;
const money = (dollars: number) => formatCents(toCents(dollars));
const columns = ({ title, lines }: Settlement["sections"][number], language: Language): PdfColumn[] => [
  { label: title, align: "left", share: 6 },
  {
    label: lines.some(({ count }) => count !== null) ? settlementHeads[language].count : "",
    align: "right",
    share: 1,
  },
  { label: settlementHeads[language].amount, align: "right", share: 2 },
];

/** A settlement's name as a file. A name in letters that file names must not have is replaced by the course's number. */
export function fileNameOf({ course, month }: Settlement): string {
  const plain = /[A-Za-z]/.test(course.name.normalize("NFKD")) ? course.name : `course-${course.id}`;
  return `${plain}-settlement-${month}`;
}

export const drawSettlement = defineTask("documents", "settlement", settlementPdf);

async function settlementPdf(settlement: Settlement, productName: string, language: Language): Promise<Buffer> {
  const title = `${settlementHeads[language].settlement}, ${monthName(settlement.month, language)}`;
  const { openPdf } = await import("#platform/server/pdf.ts");
  const pdf = openPdf({ title, productName, language: locales[language], at: new Date(settlement.generatedAt) });
  writeSettlement(pdf, settlement, language);
  return pdf.end();
}

/** Whether it adds up, what is owed, the lines, the accounts. What is and was nothing is left out; the CSV has all. */
export function writeSettlement(pdf: Pdf, english: Settlement, language: Language): void {
  const settlement = settlementIn(language, english);
  const { course } = settlement;
  const { [language]: heads } = settlementHeads;
  pdf.paragraph(pdf.name(course.name, `${heads.course} ${course.id}`), { size: 13 });
  pdf.paragraph(`${periodWords(settlement, language)}${course.isOpen ? "" : ` ${heads.courseIsClosed}`}`, {
    soft: true,
  });
  if (settlement.closed) pdf.plate("good", heads.closed, closedWords(settlement.closed, course.timeZone, language));
  const { title, text } = checkWords(settlement, language);
  pdf.plate(settlement.check.addsUp ? "good" : "warning", title, text);
  pdf.table(
    [
      { label: settlement.toDate ? heads.owedNow : heads.owedAtMonthsEnd, align: "left", share: 7 },
      { label: heads.amount, align: "right", share: 2 },
    ],
    liabilityLines(settlement, language).map(({ label, amount, look }) => ({
      cells: [label, money(amount)],
      kind: look,
    })),
    dense,
  );
  for (const section of settlement.sections) {
    const rows = unfolded(section).map(({ label, count, amount, look }): PdfRow => ({
      cells: [label, count === null ? "" : count.toLocaleString("en-US"), money(amount)],
      kind: look,
    }));
    if (rows.length > 0) pdf.table(columns(section, language), rows, dense);
  }
  pdf.table(
    [
      { label: heads.account, align: "left", share: 3 },
      ...[heads.opening, heads.in, heads.out, heads.closing].map((label) => ({
        label,
        align: "right" as const,
        share: 2,
      })),
    ],
    unfoldedAccounts(settlement).map((line) => ({
      cells: [line.label, ...[line.opening, line.in, line.out, line.closing].map(money)],
    })),
    dense,
  );
}
