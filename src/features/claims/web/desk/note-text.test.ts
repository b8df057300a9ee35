import { expect, test } from "vitest";
import { noteText } from "./note-text.ts";

const spanish = (step: string, note: string) => noteText({ step, note }, "es", (sentence) => `<${sentence}>`);

test.each([
  ["amount_raised", "to $1,005.70: an earlier claim was rejected", "a $1,005.70: se rechazó un reclamo anterior"],
  ["paid", "Check, 1042, second try", "Cheque, 1042, second try"],
  ["paid", "Handed over", "Entregado en mano"],
  ["confirmed_age_18", "Passport; seen at the bay", "Pasaporte; seen at the bay"],
  ["confirmed_age_18", "Seen at the bay", "Seen at the bay"],
  ["forfeited", "Under 18.", "Menor de 18 años."],
  ["forfeited", "The payment was reversed by the bank", "<The payment was reversed by the bank>"],
  ["rejected", "The ball came from another bay.", "<La bola vino de otra bahía.>"],
  ["rejected", "The payment was reversed by the bank", "<The payment was reversed by the bank>"],
])("%s: %s", (step, english, expected) => {
  expect(spanish(step, english)).toBe(expected);
});

test("what a person typed stays, also where it begins with a word of ours", () => {
  expect(noteText({ step: "rejected", note: "Check, the ball lay outside" }, "es", (sentence) => sentence)).toBe(
    "Check, the ball lay outside",
  );
  expect(spanish("came_back", "Check, uncashed")).toBe("Check, uncashed");
});

test("a reason that was tapped in Spanish is English for a reader of English", () => {
  expect(noteText({ step: "forfeited", note: "Menor de 18 años." }, "en", (sentence) => sentence)).toBe("Under 18.");
});
