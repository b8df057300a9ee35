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
  expect(piecesOf("course 3: the pot is 7 cents short")).toEqual([{ text: "course 3: the pot is 7 cents short" }]);
});
