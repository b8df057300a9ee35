/** What a line of a settlement sums, by the line's key. */
import { sections } from "./settlement-lines.ts";
import type { LineTerm } from "./transfer-store.ts";

interface LineOf {
  label: string;
  terms: readonly LineTerm[];
}

/** @returns undefined for a key without transfers, such as an opening's */
export function findLine(key: string): LineOf | undefined {
  const line = sections.flatMap(({ lines }) => lines).find((one) => one.key === key);
  if (line) {
    const terms = line.terms.flatMap(({ sign, account, kinds }) =>
      kinds.map((kind) => ({ kind, account, sign: sign === "+" ? (1 as const) : (-1 as const) })),
    );
    return { label: line.label, terms };
  }
  const [group, kind = "", account] = key.split(".");
  if (group === "late" && kind !== "") {
    return { label: `${kind.replaceAll("_", " ")}, of earlier months`, terms: [{ kind, account: undefined, sign: 1 }] };
  }
  if (group === "other" && account !== undefined)
    return { label: `${kind}: ${account}`, terms: [{ kind, account, sign: 1 }] };
  return undefined;
}
