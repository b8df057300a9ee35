/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled), with a byte order mark, without which Excel takes UTF-8 for Latin-1.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection). Every file has moments and money in one form: UTC to the second,
 * as spreadsheets read it (`2026-11-25 17:30:00`), and dollars as plain numbers.
 */

/** Text, a number (written as it is, so a negative amount stays a number), or null for an empty cell. */
export type CsvCell = string | number | null;
export type CsvRow = readonly CsvCell[];

export const BYTE_ORDER_MARK = "\uFEFF";

// The full-width signs count as well: East Asian spreadsheets read them as the plain ones.
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
// Beyond the RFC's comma, quote and line ends: a semicolon separates in many locales, outer spaces get lost.
const NEEDS_QUOTES = /[",;'\r\n\t]|^ | $/;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Whether a cell is an instant of the API, which a file has as UTC to the second. */
export function isInstant(value: CsvCell): boolean {
  return typeof value === "string" && INSTANT.test(value);
}

/** A row with its line end. */
export function csvLine(row: CsvRow): string {
  return `${row.map(cell).join(",")}\r\n`;
}

function cell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (isInstant(value)) return value.slice(0, 19).replace("T", " ");
  const safe = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
