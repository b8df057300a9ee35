import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawnGroups, likelyHeight } from "./windowed-groups.ts";

test("every group in the window is drawn, the others keep their room, and a list is drawn as it ends", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 40, max: 3000 }), { minLength: 1, maxLength: 500 }),
      fc.integer({ min: -900_000, max: 2000 }),
      fc.integer({ min: 100, max: 2000 }),
      (heights, top, windowHeight) => {
        const heightOf = (group: number) => heights[group] ?? 0;
        const { from, to, before, behind } = drawnGroups({ top, windowHeight, groups: heights.length, heightOf });
        let y = top;
        for (const [group, height] of heights.entries()) {
          if (y + height > 0 && y < windowHeight) expect(group >= from && group < to).toBe(true);
          y += height;
        }
        const sum = (part: readonly number[]) => part.reduce((all, one) => all + one, 0);
        expect(before).toBe(sum(heights.slice(0, from)));
        expect(behind).toBe(sum(heights.slice(to)));
        expect(to).toBeGreaterThan(from);
      },
    ),
    { numRuns: 300 },
  );
});

test("a list of no rows has no groups", () => {
  expect(drawnGroups({ top: 0, windowHeight: 800, groups: 0, heightOf: () => 0 })).toEqual({
    from: 0,
    to: 0,
    before: 0,
    behind: 0,
  });
});

test("of a list below the window the first rows are there, of one above it the last", () => {
  const far = { windowHeight: 800, groups: 3, heightOf: (group: number) => 100 * (group + 1) };
  expect(drawnGroups({ ...far, top: 5000 })).toEqual({ from: 0, to: 1, before: 0, behind: 500 });
  expect(drawnGroups({ ...far, top: -5000 })).toEqual({ from: 2, to: 3, before: 300, behind: 0 });
});

test("the likely height of a group stays while it is about right, so that far down nothing moves when a group is measured", () => {
  expect(likelyHeight([], 320)).toBe(320);
  expect(likelyHeight([330, 340], 320)).toBe(320);
  expect(likelyHeight([400, 420], 320)).toBe(410);
  // The last groups of 10,000 rows: what is measured there leaves them where they are.
  const place = { top: -619_000, windowHeight: 800, groups: 2000 };
  const first = drawnGroups({ ...place, heightOf: () => 310 });
  const measured = new Map([1996, 1997, 1998, 1999].map((group) => [group, 316]));
  const next = likelyHeight([310, 310, ...measured.values()], 310);
  const again = drawnGroups({ ...place, heightOf: (group) => measured.get(group) ?? next });
  expect([again.from, again.to]).toEqual([first.from, first.to]);
});
