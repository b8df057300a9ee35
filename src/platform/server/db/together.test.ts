import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { together } from "./together.ts";

/** Doubles numbers, and keeps what was asked together. */
function doubling() {
  const lots: (readonly number[])[] = [];
  const ask = together<number, number>(async (all) => {
    lots.push(all);
    if (all.includes(13)) throw new Error("no answer");
    await turn();
    return (one) => {
      if (one < 0) throw new Error(`${one} is missing`);
      return 2 * one;
    };
  });
  return { ask, lots };
}

test("who asks in the same turn shares a reading, and each gets their own part", async () => {
  const { ask, lots } = doubling();
  expect(await Promise.all([ask(1), ask(2), ask(1)])).toEqual([2, 4, 2]);
  expect(lots).toEqual([[1, 2, 1]]);
});

test("who asks after a reading was sent is read anew, and does not wait for it", async () => {
  const { ask, lots } = doubling();
  const first = ask(1);
  await turn();
  const second = ask(1);
  await turn();
  expect(lots).toEqual([[1], [1]]);
  expect(await Promise.all([first, second])).toEqual([2, 2]);
});

test("a reading that ends sends nobody before the turn is over", async () => {
  const lots: (readonly number[])[] = [];
  let end = () => {};
  const ask = together<number, number>(async (all) => {
    lots.push(all);
    if (all.includes(1)) await new Promise<void>((done) => (end = done));
    return (one) => one;
  });
  const first = ask(1);
  await turn();
  const second = ask(2);
  end();
  await first;
  // All that follows from the end, within the same turn.
  for (let n = 0; n < 10; n++) await Promise.resolve();
  expect(await Promise.all([second, ask(3)])).toEqual([2, 3]);
  expect(lots).toEqual([[1], [2, 3]]);
});

test("what one part throws fails for that one, what the reading throws for all", async () => {
  const { ask } = doubling();
  const said = await Promise.allSettled([ask(1), ask(-1), ask(2)]);
  expect(said.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const failed = await Promise.allSettled([ask(1), ask(13)]);
  expect(failed.map((one) => one.status === "rejected" && String(one.reason))).toEqual(
    Array.from({ length: 2 }, () => "Error: no answer"),
  );
  expect(await ask(5)).toBe(10);
});

test("a hundred share a reading at most", async () => {
  const { ask, lots } = doubling();
  const numbers = Array.from({ length: 250 }, (_, n) => n + 100);
  expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map((n) => 2 * n));
  expect(lots.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test("those who are apart share nothing", async () => {
  const lots: (readonly number[])[] = [];
  const ask = together<number, number>(
    async (all) => {
      lots.push(all);
      return (one) => one;
    },
    { apart: (one) => one % 2 },
  );
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([1, 2, 3, 4]);
  expect(lots).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test("with one lot at once, who asks meanwhile shares the next, also after one that fails", async () => {
  const ends: (() => void)[] = [];
  const lots: (readonly number[])[] = [];
  const ask = together<number, number>(
    async (all) => {
      lots.push(all);
      await new Promise<void>((done) => ends.push(done));
      if (all.includes(13)) throw new Error("no answer");
      return (one) => one;
    },
    { atOnce: 1 },
  );
  const first = Promise.allSettled([ask(1), ask(13)]);
  await turn();
  const second = ask(2);
  await turn();
  const third = ask(3);
  await turn();
  expect(lots).toEqual([[1, 13]]);
  ends[0]?.();
  expect((await first).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await turn();
  expect(lots).toEqual([
    [1, 13],
    [2, 3],
  ]);
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual([2, 3]);
});
