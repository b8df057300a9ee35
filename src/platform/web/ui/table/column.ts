/** The columns of a list and their looks, the comparison of its rows, and its file. All functions but the saving are pure. */
import type { ReactNode } from "react";
import { BYTE_ORDER_MARK, csvLine, isInstant } from "#platform/shared/csv.ts";
import { locales, type Language } from "../../words.ts";

export interface Column<Row> {
  label: string;
  /** The value for sorting, searching and the CSV; also shown, unless `show` draws it. */
  value: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
  /** For figures, which are sorted from the largest first. */
  align?: "right";
  /** Left out in a narrow window or card. */
  wideOnly?: true;
  /** Searched, and in the CSV; another column shows it below its own value. */
  withoutColumn?: true;
  /** Has few values, of which one can be picked. */
  picks?: true;
  /** The sum of the shown rows, for the line at the list's end. */
  total?: (rows: readonly Row[]) => ReactNode;
}

/** Ascending order puts empty cells last; text is compared as readers of a language sort it. */
export function compareCells(
  one: string | number | null,
  other: string | number | null,
  language: Language = "en",
): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), locales[language], { numeric: true });
}

/** The rows of a list as CSV, with a line of its columns' names. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => csvLine(columns.map(({ value }) => value(row))));
  const heads = columns.map(({ label, value }) =>
    rows.some((row) => isInstant(value(row))) ? `${label} (UTC)` : label,
  );
  return BYTE_ORDER_MARK + csvLine(heads) + lines.join("");
}

/** Saves a list as a file that has the list's name. */
export function saveCsv<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const href = URL.createObjectURL(new Blob([tableCsv(columns, rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = `${label.toLowerCase().replaceAll(/[^\p{L}]+/gu, "-")}.csv`;
  link.click();
  URL.revokeObjectURL(href);
}

/** The look of a column that a narrow window leaves out, or a narrow card in a wide one. On paper there is room for it. */
export const onlyWide = "max-lg:not-print:hidden @max-xl/card:not-print:hidden";

/** The look of what is shown instead of such columns. */
export const onlyNarrow = "block lg:hidden lg:not-print:@max-xl/card:block print:hidden";
