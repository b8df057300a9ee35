import { expect, test } from "vitest";
import { needsSecondStep } from "./verify-dialog.tsx";

test.each([
  ["cash that staff saw", { prizeType: "monetary", seen: true }, true],
  ["a sponsored prize that staff saw", { prizeType: "other", seen: true }, false],
  ["a sponsored prize that staff did not see", { prizeType: "other", seen: false }, true],
  ["a sponsored prize that nobody recorded", { prizeType: "other", seen: null }, true],
] as const)("%s: a second step is %j → %j", (_, claim, expected) => {
  expect(needsSecondStep(claim)).toBe(expected);
});
