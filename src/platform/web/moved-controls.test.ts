import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Moves, watchMoves } from "./moved-controls.ts";

/** A control, as far as its place is asked for. */
function controlAt(top: number, sheet?: { top: number }) {
  const place = { top, height: 48 };
  const dialog = sheet && { getBoundingClientRect: () => sheet };
  const element = { getBoundingClientRect: () => place, closest: () => dialog ?? null };
  return { place, element: element as unknown as Element }; // No more of it is asked for.
}

const heard = new Map<string, () => void>();
let controls: Element[] = [];
let moves: Moves;
beforeEach(() => {
  heard.clear();
  vi.stubGlobal("document", { querySelectorAll: () => controls });
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => heard.set(name, listener));
  vi.stubGlobal("removeEventListener", (name: string) => heard.delete(name));
  moves = watchMoves("button");
});
afterEach(() => vi.unstubAllGlobals());

test("what was pushed since the last look has moved now, and later it has moved then", () => {
  const { place, element } = controlAt(300);
  controls = [element];
  moves.look(0);
  place.top = 500;
  expect(moves.movedAt(element, 50)).toBe(50);
  moves.look(100);
  expect(moves.movedAt(element, 300)).toBe(50);
});

test("what slides by half of itself, is new or was hidden has not moved", () => {
  const sliding = controlAt(300);
  const hidden = controlAt(0);
  hidden.place.height = 0;
  controls = [sliding.element, hidden.element];
  moves.look(0);
  sliding.place.top = 288;
  Object.assign(hidden.place, { top: 400, height: 48 });
  for (const { element } of [sliding, hidden, controlAt(600)])
    expect(moves.movedAt(element, 50)).toBe(Number.NEGATIVE_INFINITY);
});

test("a move while nobody looked may be an old one", () => {
  const { place, element } = controlAt(300);
  controls = [element];
  moves.look(0);
  place.top = 500;
  expect(moves.movedAt(element, 60_000)).toBe(Number.NEGATIVE_INFINITY);
  place.top = 700;
  moves.look(120_000);
  expect(moves.movedAt(element, 120_050)).toBe(Number.NEGATIVE_INFINITY);
});

test.each(["scroll", "resize"])("after a %s everything is expected elsewhere", (what) => {
  const { place, element } = controlAt(300);
  controls = [element];
  moves.look(0);
  heard.get(what)?.();
  place.top = 100;
  expect(moves.movedAt(element, 50)).toBe(Number.NEGATIVE_INFINITY);
  moves.look(100);
  place.top = 200;
  expect(moves.movedAt(element, 150)).toBe(150);
});

test("a sheet that slides in moves nothing in it; what is pushed within it has moved", () => {
  const sheet = { top: 800 };
  const { place, element } = controlAt(900, sheet);
  controls = [element];
  moves.look(0);
  sheet.top = 200;
  place.top = 300;
  expect(moves.movedAt(element, 50)).toBe(Number.NEGATIVE_INFINITY);
  place.top = 360;
  expect(moves.movedAt(element, 80)).toBe(80);
});

test("when it ends it hears nothing more", () => {
  moves.end();
  expect([...heard.keys()]).toEqual([]);
});
