import { expect, test } from "vitest";
import { piecesOf } from "./finding.ts";

const id = "3da0753f-3ebb-4f61-a1d8-44fa156946a1";

test("a claim's id leads to the claim, another id is left out, and a moment can be written on a screen's clock", () => {
  expect(piecesOf(`claim ${id} of Jack Potter: undecided past 2026-11-23 22:27:49.136932+00`)).toEqual([
    { text: "claim", claimId: id },
    { text: " of Jack Potter: undecided past " },
    { text: "2026-11-23 22:27:49.136932+00", at: "2026-11-23T22:27:49.136932Z" },
  ]);
  expect(piecesOf(`reclamo ${id} de Jack Potter`)[0]).toEqual({ text: "reclamo", claimId: id });
  const of = (text: string) =>
    piecesOf(text)
      .map((piece) => piece.text)
      .join("");
  expect(of(`order 1045, refund ${id}: settled here, not paid at the gateway`)).toBe(
    "order 1045, refund: settled here, not paid at the gateway",
  );
});

test.each([
  ["course 3: the pot is 7 cents short", "en", "course 3: the pot is $0.07 short"],
  ["course 3: the pot is 700 centavos", "es", "course 3: the pot is $7.00"],
  ["order 1045 is for 100570 cents, course 3", "en", "order 1045 is for $1,005.70, course 3"],
  [
    `order 7 was booked as cash 1080, refunds_payable:${id} -1080, pot:3 -80`,
    "en",
    "order 7 was booked as Cash at the payment service $10.80, Refunds payable -$10.80, Pot 3 -$0.80",
  ],
  ["pot:3 -80", "es", "Premio mayor 3 -$0.80"],
] as const)("amounts are dollars and accounts have names: %s", (finding, language, wanted) => {
  expect(
    piecesOf(finding, language)
      .map(({ text }) => text)
      .join(""),
  ).toBe(wanted);
});
