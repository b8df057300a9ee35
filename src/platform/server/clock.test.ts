/** The machine's clock, set forward and back. */
import { expect, test } from "vitest";
import { steady } from "./clock.ts";

test("a small step back is waited out; what is later stays later", () => {
  let now = 1_000_000;
  const clock = steady(() => now);
  expect(clock()).toBe(1_000_000);
  now -= 20_000;
  expect(clock()).toBe(1_000_000);
  now += 19_999;
  expect(clock()).toBe(1_000_000);
  now += 2;
  expect(clock()).toBe(1_000_001);
  // A step forward is followed, and the way back from it, when it is short, is waited out as well.
  now += 50_000;
  expect(clock()).toBe(1_050_001);
  now -= 50_000;
  expect(clock()).toBe(1_050_001);
});

test("a step back of more than a minute is followed", () => {
  let now = 10_000_000;
  const clock = steady(() => now);
  clock();
  now -= 60_001;
  expect(clock()).toBe(9_939_999);
});
