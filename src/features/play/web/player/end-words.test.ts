import { expect, test } from "vitest";
import { endWords } from "./end-words.ts";

test("the question before an end speaks of one ball as one", () => {
  expect(endWords.es.endText("Queda 1 bola", 1)).toMatch(/^Queda 1 bola\. No se puede recuperar,/);
  expect(endWords.es.endText("Quedan 2 bolas", 2)).toMatch(/^Quedan 2 bolas\. No se pueden recuperar,/);
  expect(endWords.en.endText("1 ball left", 1)).toMatch(/^1 ball left\. It cannot/);
  expect(endWords.en.endText("2 balls left", 2)).toMatch(/^2 balls left\. They cannot/);
});
