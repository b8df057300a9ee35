import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawnPart } from "./windowed-rows.ts";

test("every row that the window shows is drawn, and few others", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: -700_000, max: 2000 }),
      fc.integer({ min: 100, max: 2000 }),
      (count, top, windowHeight) => {
        const rowHeight = 64;
        const { from, to } = drawnPart({ top, rowHeight, windowHeight });
        for (let row = 0; row < count; row += 1) {
          const y = top + row * rowHeight;
          if (y + rowHeight > 0 && y < windowHeight) expect(row >= from && row < to).toBe(true);
        }
        expect(to - from).toBeLessThanOrEqual(windowHeight / rowHeight + 40);
      },
    ),
    { numRuns: 200 },
  );
});
