import { expect, test } from "vitest";
import { inReadingOrder } from "./reading-order.ts";

/** As the eye reads the line from left to right: the font library turns words from right to left, and so does this. */
const drawn = (text: string) =>
  inReadingOrder(text.split(/( |[()[\]])/).filter((part) => part !== ""))
    .map((part) => (/[א-ת]/u.test(part) ? [...part].toReversed().join("") : part))
    .join("");
/** Hebrew letters, written in the order of drawing. */
const turned = (text: string) => [...text].toReversed().join("");

test("Latin lines stay as they are", () => {
  expect(drawn("Bay 7 (left hole), $5.00")).toBe("Bay 7 (left hole), $5.00");
});

test("a Hebrew name in a Latin line keeps its words from right to left", () => {
  expect(drawn("Paid to דנה כהן by check")).toBe(`Paid to ${turned("דנה כהן")} by check`);
});

test("a telephone number after a Hebrew name stays one number, and two numbers are read from right to left", () => {
  expect(drawn("דנה כהן 050-1234567")).toBe(`050-1234567 ${turned("דנה כהן")}`);
  expect(drawn("דנה כהן 12 34")).toBe(`34 12 ${turned("דנה כהן")}`);
});

test("in a Hebrew line a range, a time, a comma and a colon are on their places", () => {
  expect(drawn("תאים 3-5")).toBe(`3-5 ${turned("תאים")}`);
  expect(drawn("שעה: 14:30")).toBe(`14:30 :${turned("שעה")}`);
  expect(drawn("דנה, כהן")).toBe(`${turned("כהן")} ,${turned("דנה")}`);
});

test("brackets and quotation marks of a Hebrew line open on the right", () => {
  expect(drawn("דנה (כהן)")).toBe(`(${turned("כהן")}) ${turned("דנה")}`);
  expect(drawn("אמר «שלום»")).toBe(`«${turned("שלום")}» ${turned("אמר")}`);
});

test("Latin words in a Hebrew line keep their own order", () => {
  expect(drawn("שלום Robin Tester בוקר טוב")).toBe(`${turned("בוקר טוב")} Robin Tester ${turned("שלום")}`);
});
