/** A statement as files: CSV and PDF. Both print only what the API returns. */
import type { Readable } from "node:stream";
import { monthName, periodWords } from "#features/reports/rules.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import { defineTask } from "#platform/server/work/task.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import { type Language, locales } from "#platform/shared/language.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Statement } from "../contract.ts";
import { titleOf } from "../rules.ts";
import { lineName, remittanceLine, describeRemittance, statementHeads } from "../statement-words-rules.ts";

/** One line a row, each with course and month, so that files of several months can be joined. */
export function statementCsv(statement: Statement, language: Language): Readable {
  const { [language]: of } = statementHeads;
  const { course, month, zone, toDate, line, count, amount, paidAt, reference, note } = of;
  const header = [course, month, zone, toDate, of.of, line, count, `${amount} (USD)`, paidAt, reference, note];
  return toCsv(header, rowsOf(statement, language));
}

function* rowsOf({ course, month, toDate, of, lines, payments }: Statement, language: Language): Generator<CsvRow> {
  const { [language]: heads } = statementHeads;
  const about = [course.name, month, course.timeZone, toDate ? heads.yes : heads.no, heads[of]];
  for (const line of lines) yield [...about, lineName(of, line, language), line.count, line.amount, null, null, null];
  for (const payment of payments) {
    const paid = [...about, remittanceLine(payment.month, language), null, payment.amount];
    yield [
      ...paid,
      payment.paidAt,
      payment.reference,
      payment.takenBack ? describeRemittance(payment, course.timeZone, language) : null,
    ];
  }
}

export const drawStatement = defineTask("documents", "statement", statementPdf);

const money = (dollars: number) => formatCents(toCents(dollars));

async function statementPdf(statement: Statement, productName: string, language: Language): Promise<Buffer> {
  const { openPdf } = await import("#platform/server/pdf.ts");
  const { course, month, of, lines, payments } = statement;
  const { [language]: heads } = statementHeads;
  const title = `${titleOf(of, language)}, ${monthName(month, language)}`;
  const pdf = openPdf({ title, productName, language: locales[language], at: new Date(statement.generatedAt) });
  pdf.paragraph(pdf.name(course.name, `${heads.course} ${course.id}`), { size: 13 });
  pdf.paragraph(periodWords(statement, language), { soft: true });
  pdf.table(
    [
      { label: heads.line, align: "left", share: 6 },
      { label: heads.count, align: "right", share: 1 },
      { label: heads.amount, align: "right", share: 2 },
    ],
    lines.map((line) => ({
      cells: [
        lineName(of, line, language),
        line.count === null ? "" : line.count.toLocaleString("en-US"),
        money(line.amount),
      ],
      kind: line.look,
    })),
  );
  if (payments.length > 0)
    pdf.table(
      [
        { label: heads.payments, align: "left", share: 7 },
        { label: heads.amount, align: "right", share: 2 },
      ],
      payments.map((payment) => ({
        cells: [describeRemittance(payment, course.timeZone, language), money(payment.amount)],
      })),
    );
  return pdf.end();
}
