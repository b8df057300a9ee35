import { expect, test } from "vitest";
import { otherPrizes, type StepSum } from "./other-prizes-rules.ts";

const sum = (step: StepSum["step"], isBefore: boolean, count: number, cents: number): StepSum => ({
  step,
  isBefore,
  count,
  cents,
});
const shown = (...sums: StepSum[]) =>
  otherPrizes(sums).lines.map(({ key, count, amount }) => [key, count, amount] as const);

test("a prize that is verified is owed until it is handed over or forfeited", () => {
  const before = [sum("verified", true, 5, 9_000), sum("paid", true, 2, 3_000), sum("forfeited", true, 1, 500)];
  const within = [sum("verified", false, 3, 7_000), sum("paid", false, 1, 2_000), sum("forfeited", false, 2, 4_000)];
  expect(shown(...before, ...within)).toEqual([
    ["others.opening", 2, 5_500],
    ["othersVerified", 3, 7_000],
    ["othersPaid", 1, -2_000],
    ["othersForfeited", 2, -4_000],
    ["others.closing", 2, 6_500],
  ]);
});

test("several sums of one step are added", () => {
  expect(shown(sum("paid", false, 1, 100), sum("paid", false, 2, 50))[2]).toEqual(["othersPaid", 3, -150]);
});

test("a month without such prizes has zeros, and none of them is negative", () => {
  for (const [, count, amount] of shown()) {
    expect(Object.is(count, 0)).toBe(true);
    expect(Object.is(amount, 0)).toBe(true);
  }
});

test("each line says how it is read, and where its figure comes from", () => {
  const { key, title, lines } = otherPrizes([]);
  expect([key, title]).toEqual(["others", "Other prizes, at their stated value"]);
  const owed = "stated values of claims that are verified and not handed over";
  expect(lines.map(({ label, look, source }) => [label, look, source])).toEqual([
    ["Owed at the start", "plain", owed],
    ["Verified", "plain", "stated values of claims: verified"],
    ["Handed over", "plain", "stated values of claims: paid"],
    ["Forfeited", "plain", "stated values of claims: forfeited"],
    ["Owed at the end", "total", owed],
  ]);
});
