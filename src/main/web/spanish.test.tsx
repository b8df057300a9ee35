import { beforeAll, expect, test, vi } from "vitest";
import { checkGroup } from "#features/booking/rules.ts";
import { spanishLines, spanishSections } from "#features/reports/settlement-spanish-rules.ts";
import { deskSpanish } from "./desk-spanish.tsx";
import { spanish as golfers } from "./spanish.tsx";

const spanish = {
  codes: { ...golfers.codes, ...deskSpanish.codes },
  sentences: { ...golfers.sentences, ...deskSpanish.sentences },
};

const contracts = import.meta.glob<string>(
  [
    "../../features/*/contract.ts",
    "../../features/*/*-contract.ts",
    "../../platform/shared/{asked-days,refusal,wire}.ts",
  ],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const settlementLines = import.meta.glob<string>(
  ["../../features/reports/server/settlement-*lines.ts", "../../features/reports/other-prizes-rules.ts"],
  { query: "?raw", import: "default", eager: true },
);
/** Where orders and refunds get the reasons that they keep. */
const reasons = import.meta.glob<string>(
  [
    "../../features/orders/server/view.ts",
    "../../features/payments/server/{sandbox-cards,stripe-outcome,stripe-refunds,sync-refunds}.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);
/** Sentences that only a broken program gets, and names in files. */
const leftInEnglish = new Set([
  "A shotId is a UUID",
  "A missShotId is a UUID",
  "No refusal is called #",
  "A status is one of ${orderFilters.join(",
  "A document is one of ${ageDocuments.join(",
  // Accounts as files name them. The screens have words of their own.
  "Owed to the range",
  "Tax owed",
  "Fees of the payment service",
  "Cash at the payment service",
  "Not sorted yet",
  "Paid ahead",
  "Reserved for claims",
  "Prizes payable",
  "Refunds payable",
  "Due to the range",
  "Tax payable",
  "Payment fees",
  "House funding",
  "Dispute losses",
]);

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["es-MX"] });
  const { learnSpanish, untilLearned } = await import("#platform/web/translate.ts");
  learnSpanish(async () => golfers);
  learnSpanish(async () => deskSpanish);
  await untilLearned();
});

test("every refusal has its Spanish sentence", () => {
  const missing = Object.values(contracts).flatMap((text) =>
    [...text.matchAll(/^ {2}"([a-z]+\.[a-z_]+)": \{/gm)].flatMap(([, code = ""]) => spanish.codes[code] ?? code),
  );
  expect(missing.filter((entry) => /^[a-z]+\.[a-z_]+$/.test(entry))).toEqual([]);
  expect(missing.length).toBeGreaterThan(70);
});

test("every sentence of the contracts has its Spanish one", () => {
  const sentences = Object.entries(contracts)
    .flatMap(([, text]) => {
      const bare = text
        .replaceAll(/^ {2}"[a-z]+\.[a-z_]+": \{[\s\S]*?\},$/gm, "")
        .replaceAll(/summary:\s*"[^"]*"/g, "")
        .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
        .replaceAll(/\/\/.*$/gm, "")
        // What stands there in both languages already.
        .replaceAll(/^ {2}e[ns]: \{.*\},$/gm, "");
      return [...bare.matchAll(/["`]([A-Z][^"`\n]* [^"`\n]*)["`]/g)].map(([, sentence = ""]) => sentence);
    })
    .map((sentence) => sentence.replaceAll(/\$\{\w+\}|\d+/g, "#"));
  expect(sentences.length).toBeGreaterThan(15);
  const missing = sentences.filter((sentence) => !spanish.sentences[sentence] && !leftInEnglish.has(sentence));
  expect(missing, "sentences without Spanish: add them to `sentences` in web/spanish.ts of their room").toEqual([]);
});

test("every reason that an order or a refund keeps has its Spanish sentence", () => {
  const kept = Object.values(reasons).flatMap((text) =>
    [...text.matchAll(/(?<!Error\()"([A-Z][^"\n]* [^"\n]*\.)"/g)].map(([, sentence = ""]) => sentence),
  );
  const unstarted = kept
    .filter((sentence) => sentence.startsWith("Your money"))
    .map((sentence) => `Your session was not started. ${sentence}`);
  expect(unstarted).toHaveLength(2);
  expect(kept.length).toBeGreaterThan(30);
  expect([...kept, ...unstarted].filter((sentence) => !spanish.sentences[sentence])).toEqual([]);
});

test("every section and every line of a settlement has its Spanish", () => {
  const texts = Object.values(settlementLines).map((text) => text.replaceAll(/\s+/g, " "));
  const keysBefore = (part: string) =>
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`key: "([\\w.]+)", ${part}:`, "g"))].map(([, key = ""]) => key),
    );
  const sections = keysBefore("title");
  const lines = keysBefore("label");
  expect(sections.length).toBeGreaterThan(16);
  expect(lines.length).toBeGreaterThan(90);
  expect(sections.filter((key) => spanishSections[key] === undefined)).toEqual([]);
  expect(lines.filter((key) => spanishLines[key] === undefined)).toEqual([]);
  // None is left of a line that is gone.
  const known = [...lines, "others.opening", "others.closing"];
  expect(Object.keys(spanishLines).filter((key) => !known.includes(key))).toEqual([]);
});

test("a sentence's numbers stand in the Spanish one, and the exact sentence goes before the code's", async () => {
  const { translated } = await import("#platform/web/translate.ts");
  expect(translated("Please choose a bay from 1 to 100", "booking.bay_unknown")).toBe("Elige una bahía del 1 al 100");
  expect(translated("Never heard of", "booking.bay_unknown")).toBe("Aquí no existe esa bahía");
  expect(translated("Never heard of")).toBe("Never heard of");
  expect(translated("At most $12.50 is left to refund", "payments.refund_too_much")).toBe(
    "Queda por reembolsar $12.50 como máximo",
  );
});

test("what is wrong with a group is said in Spanish", async () => {
  const { translated } = await import("#platform/web/translate.ts");
  const friend = { bayNumber: 2, ballCount: 1 };
  const buyer = "0000000000";
  const wrong = [
    { mainPlayer: { bayNumber: 0, ballCount: 5 }, friends: [] },
    { mainPlayer: { bayNumber: 1, ballCount: 0 }, friends: [] },
    { mainPlayer: { bayNumber: 1, ballCount: 4 }, friends: [] },
    { mainPlayer: { bayNumber: 1, ballCount: 4 }, friends: [{ bayNumber: 0, ballCount: 1 }] },
    { mainPlayer: { bayNumber: 1, ballCount: 1 }, friends: [friend, friend, friend, friend] },
    { mainPlayer: { bayNumber: 101, ballCount: 5 }, friends: [] },
    { mainPlayer: { bayNumber: 1, ballCount: 4 }, friends: [{ ...friend, userId: buyer }] },
    {
      mainPlayer: { bayNumber: 1, ballCount: 3 },
      friends: [
        { ...friend, userId: "7K3MQ9TV26" },
        { ...friend, userId: "7K3MQ9TV26" },
      ],
    },
  ];
  for (const context of ["initial", "buy_more_balls"] as const)
    for (const draft of wrong) {
      let sentence = "";
      try {
        checkGroup(draft, { packageBalls: 5, bayCount: 100, context, buyer });
      } catch (error) {
        sentence = error instanceof Error ? error.message : "";
      }
      expect(translated(sentence), sentence).not.toBe(sentence === "" ? undefined : sentence);
    }
});

test("golfers load no sentence that only the desk hears", () => {
  const both = Object.keys(golfers.codes).filter((code) => code in deskSpanish.codes);
  expect(both).toEqual([]);
  const rooms = new Set(Object.keys(golfers.codes).map((code) => code.split(".")[0]));
  for (const room of [
    "manage",
    "staff",
    "proposals",
    "notes",
    "bays",
    "payouts",
    "reconciliation",
    "otherwise",
    "books",
    "reports",
  ])
    expect(rooms).not.toContain(room);
});
