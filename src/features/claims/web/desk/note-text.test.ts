import { expect, test } from "vitest";
import { noteText } from "./note-text.ts";

const spanish = (note: string) => noteText(note, "es", (sentence) => `<${sentence}>`);

test.each([
  ["to $1,005.70: an earlier claim was rejected", "a $1,005.70: se rechazó un reclamo anterior"],
  ["Check, 1042, second try", "Cheque, 1042, second try"],
  ["Handed over", "Entregado en mano"],
  ["Passport; seen at the bay", "Pasaporte; seen at the bay"],
  ["Under 18.", "Menor de 18 años."],
  ["The ball came from another bay.", "<La bola vino de otra bahía.>"],
  ["The payment was reversed by the bank", "<The payment was reversed by the bank>"],
  ["Checked by Sam", "<Checked by Sam>"],
])("%s", (english, expected) => {
  expect(spanish(english)).toBe(expected);
});

test("a reason that was tapped in Spanish is English for a reader of English", () => {
  expect(noteText("Menor de 18 años.", "en", (sentence) => sentence)).toBe("Under 18.");
});
