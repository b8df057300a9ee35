/** A month as a journal for accounting programs, a page of transfers in memory. */
import { spanishTransferNames, transferName } from "#features/ledger/name-rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Language } from "#platform/shared/language.ts";
import { toDollars } from "#platform/shared/money.ts";
import { type JournalRow, readJournal, type Spans } from "./transfer-store.ts";

const BATCH = 1_000;

export const journalHeader: Readonly<Record<Language, CsvRow>> = {
  en: ["Date", "Account", "Debit", "Credit", "Reference", "Memo"],
  es: ["Fecha", "Cuenta", "Debe", "Haber", "Referencia", "Concepto"],
};

/** @param zone of what belongs to no course */
export async function* journalRows(db: Db, spans: Spans, zone: string, language: Language): AsyncGenerator<CsvRow> {
  let beyond = 0;
  while (true) {
    const rows = await readJournal(db, spans, zone, { beyond, limit: BATCH });
    // Accounts under one number may cancel out.
    for (const row of rows) if (row.cents !== 0) yield toRow(row, language);
    const last = rows.at(-1);
    if (!last) return;
    beyond = last.id;
  }
}

function toRow(row: JournalRow, language: Language): CsvRow {
  const { id, day, account, cents, kind, course, order_number } = row;
  const amount = toDollars(Math.abs(cents));
  const [event, order] =
    language === "es" ? [transferName(kind, spanishTransferNames), "pedido"] : [kind.replaceAll("_", " "), "order"];
  const memo = [event, order_number === null ? null : `${order} ${order_number}`, course];
  return [
    day,
    account,
    cents > 0 ? amount : null,
    cents < 0 ? amount : null,
    `T${id}`,
    memo.filter(Boolean).join(", "),
  ];
}
