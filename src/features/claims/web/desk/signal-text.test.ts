import { expect, test } from "vitest";
import { riskSignals } from "#features/claims/risk-rules.ts";
import { signalText } from "./signal-text.ts";

const start = Date.parse("2026-11-22T20:00:00.000Z");
const after = (seconds: number) => new Date(start + seconds * 1000);
const waits = [0, 0.4, 5, 30, 600, 10_000, 400_000];

/** Every sentence that the rules can write, by the facts that change it. */
function sentences(): string[] {
  const facts = {
    claimedAt: after(1_000_000),
    ofOwnCourses: false,
    playerClaims: 1,
    device: null,
    startedAt: after(0),
    ballsBought: 5,
    shots: [{ takenAt: after(20), ofClaim: true }],
    accountCreatedAt: after(-3600),
    addressProved: true,
    seen: [],
  };
  const shots = (gaps: readonly number[], claimed: number) =>
    gaps.map((_, at) => ({
      takenAt: after(gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, 0)),
      ofClaim: at === claimed,
    }));
  return [
    ...[[true], [false], [true, false]].map((seen) => ({ ...facts, seen })),
    { ...facts, playerClaims: 4, addressProved: false },
    ...[1, 3].map((buyers) => ({ ...facts, device: { claims: 3, buyers } })),
    { ...facts, device: { claims: 1, buyers: 1 } },
    ...waits.flatMap((one) => [
      { ...facts, accountCreatedAt: after(1_000_000 - one), claimedAt: after(20 + one) },
      ...waits.flatMap((other) => [0, 1, 2].map((claimed) => ({ ...facts, shots: shots([one, one, other], claimed) }))),
    ]),
  ]
    .flatMap((given) => [given, { ...given, ofOwnCourses: true }])
    .flatMap((given) => riskSignals(given).map(({ sentence }) => sentence));
}

test("every sentence of the rules has its Spanish one, with its own numbers", () => {
  const said = [...new Set(sentences())];
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter((sentence) => signalText(sentence, "es") === sentence)).toEqual([]);
  expect(said.filter((sentence) => signalText(sentence, "en") !== sentence)).toEqual([]);
  for (const sentence of said)
    expect(signalText(sentence, "es").match(/\d+/g), sentence).toEqual(sentence.match(/\d+/g));
});

test("a sentence that the table does not know stays English", () => {
  expect(signalText("The moon was full.", "es")).toBe("The moon was full.");
});
