import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { paced } from "./pace.ts";

/** Long beside a turn of the event loop on a busy machine. */
const MS = 200;

/** Whether a beginning comes before the half of the pace is over. */
const isSoon = (turn: Promise<void>) => Promise.race([turn.then(() => true), sleep(MS / 2, false)]);

test("who comes in the same turn of the event loop begins together, and at once", async () => {
  const turn = paced(MS);
  const [one, other] = [turn(), turn()];
  expect(one).toBe(other);
  expect(await isSoon(one)).toBe(true);
});

test("who comes soon after the latest beginning waits for the pace, with all others who come meanwhile", async () => {
  const turn = paced(MS);
  await turn();
  const began = performance.now();
  const one = turn();
  expect(await isSoon(one)).toBe(false);
  expect(turn()).toBe(one);
  await one;
  // The timer and this clock round differently.
  expect(performance.now() - began).toBeGreaterThan(MS - 5);
  expect(await isSoon(turn())).toBe(false);
});

test("who comes later than that waits for nobody", async () => {
  const turn = paced(MS);
  await turn();
  await sleep(MS + 5);
  expect(await isSoon(turn())).toBe(true);
});
