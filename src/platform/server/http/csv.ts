/** Rows as a CSV file, written while it is read. */
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { BYTE_ORDER_MARK, csvLine, type CsvRow } from "#platform/shared/csv.ts";

/** Characters collected before they are sent, because a write for each row would be slow. */
const CHUNK = 16_384;

/**
 * The file as a stream of bytes. Rows are taken as the reader needs them, and may be loaded page by page. If a row
 * fails, the stream fails.
 * @example toCsv(["Player", "Amount"], [["Robin", 12.5], ["=1+1", null]])
 */
export function toCsv(header: CsvRow, rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): Readable {
  return Readable.from(chunks(header, rows), { objectMode: false });
}

async function* chunks(header: CsvRow, rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): AsyncGenerator<Buffer> {
  let text = BYTE_ORDER_MARK + csvLine(header);
  for await (const row of rows) {
    text += csvLine(row);
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = "";
    // Rows that are in memory, and a reader that is fast, would leave no turn of the event loop to anybody else.
    await nextTurn();
  }
  if (text !== "") yield Buffer.from(text);
}
