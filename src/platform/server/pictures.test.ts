/** Many pictures at once: two are worked on, the others wait their turn, so that neither memory nor cores run out. */
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { rewritten } from "./pictures.ts";

test("of ten pictures at once never more than two are unpacked", async () => {
  const picture = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: "#0b4531" } })
    .png()
    .toBuffer();
  let most = 0;
  let done = false;
  const watch = async () => {
    while (!done) {
      const { queue, process: working } = sharp.counters();
      most = Math.max(most, queue + working);
      await sleep(1);
    }
  };
  const watching = watch();
  const made = await Promise.all(Array.from({ length: 10 }, () => rewritten(picture, 512)));
  done = true;
  await watching;
  expect(made.every((one) => one !== undefined)).toBe(true);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});
