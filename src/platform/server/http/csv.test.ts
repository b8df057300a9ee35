/** The CSV writer: a spreadsheet reads back what was written, and runs nothing in it. */
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";

/** A plain RFC 4180 reader, independent of the writer. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let value = "";
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (csv[at] === '"') at += 1;
        value += csv[at];
      }
      at += 1;
    } else {
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") value += csv[at++];
    }
    row.push(value);
    if (csv[at] === ",") at += 1;
    else {
      expect(csv.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const write = async (header: CsvRow, rows: Iterable<CsvRow> | AsyncIterable<CsvRow>) => {
  const bytes: Buffer[] = [];
  for await (const chunk of toCsv(header, rows)) bytes.push(chunk);
  return Buffer.concat(bytes).toString("utf8");
};

test("starts with a byte order mark and ends each line with CRLF", async () => {
  expect(await write(["Player", "Amount"], [["Robin", 12.5]])).toBe("\uFEFFPlayer,Amount\r\nRobin,12.5\r\n");
  expect(await write(["Player"], [])).toBe("\uFEFFPlayer\r\n");
});

test("every file has moments in one form, UTC to the second", async () => {
  const moments = ["2026-11-25T17:30:09.123Z", "2026-11-25T17:30:09Z", "2026-11-25 17:30:09"];
  expect(
    await write(
      ["At"],
      moments.map((at) => [at]),
    ),
  ).toBe(`\uFEFFAt\r\n${"2026-11-25 17:30:09\r\n".repeat(3)}`);
  // What only looks like a moment stays as somebody wrote it.
  expect(await write(["Note"], [["2026-11-25T17:30:09Z or so"]])).toContain("2026-11-25T17:30:09Z or so");
});

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["＝1", "'＝1"],
  ["1=1", "1=1"],
  ['"quoted", and; more', '"quoted", and; more'],
  ["Zoë 王小明 محمد 🏌️", "Zoë 王小明 محمد 🏌️"],
  [" spaced ", " spaced "],
])("writes %j so that it is read as %j", async (given, seen) => {
  expect(read((await write(["h"], [[given]])).slice(1))).toEqual([["h"], [seen]]);
});

test("numbers stay numbers, null is empty", async () => {
  expect(await write(["a", "b", "c"], [[-5.25, null, 0]])).toBe("\uFEFFa,b,c\r\n-5.25,,0\r\n");
});

test("any text is read back as it was, but for the apostrophe; no cell starts a formula", async () => {
  const rows = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary-ascii" })), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const [, ...back] = read((await write(["one", "two"], given)).slice(1));
      expect(back.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      expect(back.flat().map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""))).toEqual(
        given.flat().map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")),
      );
    }),
  );
});

test("draws rows as they are read, and fails when a row does", async () => {
  let drawn = 0;
  async function* many() {
    for (; drawn < 100_000; drawn += 1) yield [`row ${drawn}`, drawn];
  }
  const stream = toCsv(["a", "b"], many());
  await new Promise((resolve) => stream.once("readable", resolve));
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThan(20_000);
  stream.destroy();

  async function* broken(): AsyncGenerator<CsvRow> {
    yield ["fine"];
    throw new Error("the database went away");
  }
  await expect(text(toCsv(["a"], broken()))).rejects.toThrow("the database went away");
});

test("between a few hundred rows the event loop has a turn, though all are in memory and the reader is fast", async () => {
  let made = 0;
  let before = 0;
  let most = 0;
  let over = false;
  const turn = () => {
    most = Math.max(most, made - before);
    before = made;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const rows = (function* (): Generator<CsvRow> {
    for (; made < 50_000; made += 1) yield [`order ${made}`, "2026-11-25 12:00:00", made / 100];
  })();
  const file = await write(["Order", "At", "Amount"], rows);
  over = true;
  expect(file.split("\r\n")).toHaveLength(50_002);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(1_500);
});
