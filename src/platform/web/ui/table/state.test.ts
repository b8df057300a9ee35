import { expect, test } from "vitest";
import { readTableState, writeTableState } from "./state.ts";

const columns = 9;

test("the state of a list stands in the address, beside what belongs to others", () => {
  const state = {
    search: "rain & sun",
    sort: { by: 2, down: true },
    picked: new Map([[3, "Open"]]),
    hidden: new Set([1, 4]),
  };
  const written = writeTableState(new URLSearchParams("status=handled&q=old&prizes-q=cap"), "", state);
  expect(written.toString()).toBe("status=handled&prizes-q=cap&q=rain+%26+sun&sort=-3&is4=Open&hide=2.5");
  expect(readTableState(written, "", columns)).toEqual(state);
  expect(readTableState(written, "prizes-", columns).search).toBe("cap");
});

test("the usual state leaves nothing in the address, and what names no column is left out", () => {
  const usual = readTableState(new URLSearchParams("sort=-99&hide=0.x.-1&is12=Open"), "", columns);
  expect(usual).toEqual({ search: "", sort: undefined, picked: new Map(), hidden: new Set() });
  expect(writeTableState(new URLSearchParams("sort=-99&is12=Open&hide=0"), "", usual).toString()).toBe("");
});
