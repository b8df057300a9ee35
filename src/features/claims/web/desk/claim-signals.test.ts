import { expect, test } from "vitest";
import { mayJoinOthers, needsSecondStep, signalsOf } from "./claim-signals.ts";
import { factWords } from "./fact-words.ts";

test.each([
  ["cash that staff saw", { prizeType: "monetary", seen: true }, true],
  ["a sponsored prize that staff saw", { prizeType: "other", seen: true }, false],
  ["a sponsored prize that staff did not see", { prizeType: "other", seen: false }, true],
  ["a sponsored prize that nobody recorded", { prizeType: "other", seen: null }, true],
] as const)("%s: a second step is %j → %j", (_, claim, expected) => {
  expect(needsSecondStep(claim)).toBe(expected);
});

const wedge = {
  verificationStatus: "pending",
  payoutStatus: "not_due",
  held: null,
  refunded: 0,
  seen: true,
  prizeType: "other",
} as const;

test("trouble with the payment is said first, then that staff did not see the ball", () => {
  const texts = (change: object, isOverdue = false, language: "en" | "es" = "en") =>
    signalsOf({ ...wedge, ...change }, isOverdue, factWords[language]).map(({ text }) => text);
  expect(texts({ held: "dispute_open", seen: false }, true)).toEqual(["Disputed", "Not seen", "Overdue"]);
  expect(texts({})).toEqual(["Pending", "Seen at the bay"]);
  expect(texts({ held: "dispute_open", seen: false }, true, "es")).toEqual(["En disputa", "No se vio", "Atrasado"]);
  expect(texts({ refunded: 1.8 }, true)).toEqual(["$1.80 refunded", "Overdue", "Seen at the bay"]);
  expect(texts({ refunded: 1.8, held: "dispute_open" })).toEqual([
    "Disputed",
    "$1.80 refunded",
    "Pending",
    "Seen at the bay",
  ]);
  expect(texts({ refunded: 5, held: "refunded_at_gateway" })).toEqual(["Refunded", "Pending", "Seen at the bay"]);
  // A decided claim is not overdue, and after its payout no hold has an effect.
  const paid = { verificationStatus: "verified", payoutStatus: "paid", held: "dispute_lost", seen: null };
  expect(texts(paid, true)).toEqual(["Verified"]);
  expect(texts({ ...paid, payoutStatus: "due" })).toEqual(["Reversed", "Verified"]);
});

test.each([
  ["a sponsored prize that staff saw", {}, true],
  ["one that nobody recorded", { seen: null }, true],
  ["one that staff did not see", { seen: false }, false],
  ["cash", { prizeType: "monetary" }, false],
  ["one whose payment is disputed", { held: "dispute_open" }, false],
  ["one that is decided", { verificationStatus: "verified", payoutStatus: "due" }, false],
] as const)("%s may be verified with others: %j → %j", (_, change, expected) => {
  expect(mayJoinOthers({ ...wedge, ...change })).toBe(expected);
});
