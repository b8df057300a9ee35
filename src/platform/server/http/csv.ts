/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled), with a byte order mark, without which Excel takes UTF-8 for Latin-1.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
import { Readable } from "node:stream";

/** Text, a number (written as it is, so a negative amount stays a number), or null for an empty cell. */
export type CsvCell = string | number | null;
export type CsvRow = readonly CsvCell[];

/** Characters gathered before they are sent on: a write for each row would be slow. */
const CHUNK = 16_384;

// The full-width signs count as well: East Asian spreadsheets read them as the plain ones.
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
// Beyond the RFC's comma, quote and line ends: a semicolon separates in many locales, outer spaces get lost.
const NEEDS_QUOTES = /[",;'\r\n\t]|^ | $/;

/**
 * The file as a stream of bytes. The rows are drawn as the reader asks for them, and may be loaded page by page; if one
 * fails, so does the stream.
 * @example toCsv(["Player", "Amount"], [["Robin", 12.5], ["=1+1", null]])
 */
export function toCsv(header: CsvRow, rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): Readable {
  return Readable.from(chunks(header, rows), { objectMode: false });
}

async function* chunks(header: CsvRow, rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): AsyncGenerator<Buffer> {
  let text = `\uFEFF${line(header)}`;
  for await (const row of rows) {
    text += line(row);
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

function line(row: CsvRow): string {
  return `${row.map(cell).join(",")}\r\n`;
}

function cell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
