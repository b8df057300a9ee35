import { expect, test } from "vitest";
import { marksOf } from "./chart-marks.ts";

test.each([
  [0, 37, [0, 10, 20, 30, 40]],
  [0, 0, [0, 1]],
  [-10.8, 0, [-15, -10, -5, 0]],
  [-10.8, 37, [-20, -10, 0, 10, 20, 30, 40]],
] as const)("values from %j to %j stand between the marks %j", (least, most, marks) => {
  expect(marksOf(least, most)).toEqual(marks);
});

test("every value stands between the lowest and the highest mark, and zero is one of them", () => {
  for (const [least, most] of [
    [-1, 0],
    [-0.3, 0.2],
    [-999, 1],
    [-1, 999],
    [-250, 250],
  ] as const) {
    const marks = marksOf(least, most);
    expect(marks).toContain(0);
    expect(marks.at(0)).toBeLessThanOrEqual(least);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(most);
  }
});
