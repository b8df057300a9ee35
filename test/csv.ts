/** A small reader of RFC 4180, apart from the product's writer. @returns the cells of each row, the heading's first */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[""]];
  let quoted = false;
  for (const sign of csv.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")) {
    const row = rows.at(-1) ?? [];
    if (sign === '"') quoted = !quoted;
    else if (sign === "," && !quoted) row.push("");
    else if (sign === "\n" && !quoted) rows.push([""]);
    else row[row.length - 1] += sign;
  }
  return rows.slice(0, -1);
}
