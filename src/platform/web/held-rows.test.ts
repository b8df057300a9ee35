import { expect, test } from "vitest";
import { holdRows } from "./held-rows.ts";

const row = (id: string, balls = 0) => ({ id, balls });

test("a list that nobody touches is the latest answer", () => {
  const fresh = [row("c"), row("a")];
  expect(holdRows([row("a"), row("b")], fresh, false)).toEqual({ rows: fresh, gone: new Set(), waiting: 0 });
  expect(holdRows(undefined, fresh, true).rows).toBe(fresh);
});

test("held, rows keep their places and say what is new; newcomers wait, gone ones stay and are marked", () => {
  const shown = [row("a", 5), row("b", 3), row("c", 1)];
  const held = holdRows(shown, [row("d", 9), row("c", 0), row("a", 4)], true);
  expect(held.rows).toEqual([row("a", 4), row("b", 3), row("c", 0)]);
  expect(held.gone).toEqual(new Set(["b"]));
  expect(held.waiting).toBe(1);
});

test("what is new below the last row is shown at once, because it moves nothing", () => {
  const held = holdRows([row("a"), row("b")], [row("d"), row("a", 1), row("e"), row("f")], true);
  expect(held.rows).toEqual([row("a", 1), row("b"), row("e"), row("f")]);
  expect(held.waiting).toBe(1);
});

test("a row that is gone stays as it was last seen", () => {
  const first = holdRows([row("a", 5)], [row("a", 4)], true);
  expect(holdRows(first.rows, [], true)).toEqual({ rows: [row("a", 4)], gone: new Set(["a"]), waiting: 0 });
});
