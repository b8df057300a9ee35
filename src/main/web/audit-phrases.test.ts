/** Every sentence that the audit's SQL can write has its Spanish pattern. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { phraseIn } from "./desk-phrases.ts";

const folder = new URL("../server/audit/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** The names that a file gives to parts of SQL, such as `${which}`. */
function partsOf(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/^const (\w+) = sql`([^`]*)`/gm)].map(([, name = "", text = ""]) => [name, text] as const),
  );
}

/** The sentences of a concatenation: what stands in quotes, with FACT for everything else. */
function sentenceOf(expression: string): string {
  const texts = expression.split("||").map((piece) => {
    const text = piece.trim();
    const quoted = /^'((?:[^']|'')*)'/.exec(text);
    return quoted ? (quoted[1] ?? "").replaceAll("''", "'") : "FACT";
  });
  return texts.join("");
}

/** What each SELECT says, up to its FROM; a part by its name is put in. */
function sentencesIn(source: string): string[] {
  const parts = partsOf(source);
  const inPlace = source.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => parts.get(name) ?? whole);
  return [...inPlace.matchAll(/SELECT ('[a-z][^`]*?)(?:\s+AS (?:fault|warning)|\s+FROM\b|`)/g)]
    .map(([, text = ""]) => sentenceOf(text.replaceAll(/coalesce\([^|]*(?:\|\|[^|]*)*?\)/g, "x")))
    .filter((sentence) => sentence.includes(" ") && sentence.includes("FACT"));
}

const all = files.flatMap((name) => sentencesIn(readFileSync(new URL(name, folder), "utf8")));

test("the audit's sentences are found in its SQL", () => {
  expect(all.length).toBeGreaterThan(70);
});

/** Sentences with a part that depends: how SQL writes it, and as somebody reads it. */
const depending: Readonly<Record<string, readonly string[]>> = {
  "order FACT, refund FACT: FACT since FACT": ["order 7, refund 9f: due since 2026-11-24"],
  "payout FACT of FACT cents was divided into FACT centsFACT": [
    "payout po_1 of 500 cents was divided into 400 cents",
    "payout po_1 of 500 cents was divided into 400 cents, and its transactions are known",
  ],
  "course FACT says that it was closed for good at FACT": [
    "course 3 says that it was closed for good at no time, its closing says 2026-11-01",
  ],
  "course FACT, closed for good at FACT, FACTFACT": [
    "course 3, closed for good at 2026-11-01, has since had session 5 of Ana P.",
    "course 3, closed for good at 2026-11-01, was closed over claim 5 of Ana P.",
  ],
  "claim FACT of FACT is FACT": [
    "claim 5 of Ana P. is one of a free shot, and its session is none",
    "claim 5 of Ana P. is none of a free shot, and its session is one",
  ],
  "dispute FACT of FACT centsFACT: only the gateway has it, since FACT": [
    "dispute dp_1 of 500 cents: only the gateway has it, since 2026-11-24",
    "dispute dp_1 of 500 cents, order 7: only the gateway has it, since 2026-11-24",
  ],
  "transaction FACT: paid out by FACT at the gateway": [
    "transaction t1: paid out by none here, by po_1 at the gateway",
  ],
  "payout FACT: FACT cents and FACT here, FACT centsFACT at the gateway": [
    "payout po_1: 500 cents and paid here, 400 cents at the gateway",
    "payout po_1: 500 cents and paid here, 400 cents, come back, at the gateway",
  ],
  "claim FACT of FACT was paid at FACT above the limit of FACT": [
    "claim 5 of Ana P. was paid at 2026-11-24 above the limit of 100000 cents without an approval",
  ],
  "session FACT of FACT FACT": [
    "session 5 of Ana P. is active with 0 balls left",
    "session 5 of Ana P. is played by another account than bought it",
    "session 5 of Ana P. has a shot that was not within it",
    "session 5 of Ana P. ended at 2026-11-24, which is not between its start and the end of its clock",
    "session 5 of Ana P. says that its last shot was at no time; it was at 2026-11-24",
  ],
};

test.each([...new Set(all)].flatMap((sentence) => depending[sentence] ?? sentence))("%s", (sentence) => {
  expect(phraseIn(sentence)).toBeDefined();
});

test("the facts of a finding stay, and states are translated", () => {
  expect(phraseIn("claim 5f of Ana P. is paid, which its trail does not say")).toBe(
    "reclamo 5f de Ana P. está pagado, y su registro no lo dice",
  );
  expect(phraseIn("order 7, refund 9f: settled here, not paid at the gateway")).toBe(
    "pedido 7, reembolso 9f: pagado aquí, no en el servicio de pago",
  );
});
