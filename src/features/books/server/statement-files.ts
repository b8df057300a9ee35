/** A statement as files: CSV and PDF. Both print only what the API returns. */
import type { Readable } from "node:stream";
import { monthName, periodWords } from "#features/reports/rules.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import { defineTask } from "#platform/server/work/task.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Statement } from "../contract.ts";
import { paymentWords, titleOf } from "../rules.ts";

const header = [
  "Course",
  "Month",
  "Time zone",
  "To date",
  "Of",
  "Line",
  "Count",
  "Amount (USD)",
  "Date (UTC)",
  "Reference",
  "Note",
];

/** One line a row, each with course and month, so that files of several months can be joined. */
export function statementCsv(statement: Statement): Readable {
  return toCsv(header, rowsOf(statement));
}

function* rowsOf({ course, month, toDate, of, lines, payments }: Statement): Generator<CsvRow> {
  const about = [course.name, month, course.timeZone, toDate ? "yes" : "no", of];
  for (const { label, count, amount } of lines) yield [...about, label, count, amount, null, null, null];
  for (const payment of payments) {
    const paid = [...about, `Payment for ${payment.month}`, null, payment.amount];
    yield [
      ...paid,
      payment.paidAt,
      payment.reference,
      payment.takenBack ? paymentWords(payment, course.timeZone) : null,
    ];
  }
}

export const drawStatement = defineTask("documents", "statement", statementPdf);

const money = (dollars: number) => formatCents(toCents(dollars));

async function statementPdf(statement: Statement, productName: string): Promise<Buffer> {
  const { openPdf } = await import("#platform/server/pdf.ts");
  const { course, month, lines, payments } = statement;
  const title = `${titleOf(statement.of)}, ${monthName(month)}`;
  const pdf = openPdf({ title, productName, language: "en-US", at: new Date(statement.generatedAt) });
  pdf.paragraph(pdf.name(course.name, `Course ${course.id}`), { size: 13 });
  pdf.paragraph(periodWords(statement), { soft: true });
  pdf.table(
    [
      { label: "Line", align: "left", share: 6 },
      { label: "Count", align: "right", share: 1 },
      { label: "Amount", align: "right", share: 2 },
    ],
    lines.map(({ label, count, amount, look }) => ({
      cells: [label, count === null ? "" : count.toLocaleString("en-US"), money(amount)],
      kind: look,
    })),
  );
  if (payments.length > 0)
    pdf.table(
      [
        { label: "Payments", align: "left", share: 7 },
        { label: "Amount", align: "right", share: 2 },
      ],
      payments.map((payment) => ({ cells: [paymentWords(payment, course.timeZone), money(payment.amount)] })),
    );
  return pdf.end();
}
