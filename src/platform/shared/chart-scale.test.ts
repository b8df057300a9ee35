import { expect, test } from "vitest";
import { marksOf, namedPlaces, ticksOf } from "./chart-scale.ts";

test("an axis begins at 0, ends at or above the largest value, and has few whole steps", () => {
  expect(ticksOf(0)).toEqual([0, 1]);
  expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(37)).toEqual([0, 10, 20, 30, 40]);
  for (const max of [0.4, 1, 9, 10, 11, 99.5, 250, 1023, 98_765_432]) {
    const ticks = ticksOf(max);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

test("places are named evenly, the last always, and not more than there is room for", () => {
  expect(namedPlaces(3, 5)).toEqual([0, 1, 2]);
  expect(namedPlaces(30, 4)).toEqual([5, 13, 21, 29]);
  expect(namedPlaces(7, 6)).toEqual([0, 2, 4, 6]);
  expect(namedPlaces(0, 4)).toEqual([]);
});

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
