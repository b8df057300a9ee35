import { expect, test } from "vitest";
import { atOnce } from "./model/world.ts";
import { emptyWorld } from "./opening.ts";
import type { Server } from "./process.ts";
import { createRandom } from "./random.ts";
import { createStage, Violation } from "./stage.ts";

/** Dies in every call. */
const server: Server = {
  send: async () => undefined,
  quiet: async () => undefined,
  restart: async () => undefined,
  stop: async () => undefined,
};

/** After a call in which the process died: the pot was filled, or not. */
async function afterCrash() {
  const stage = createStage([server], createRandom(1), emptyWorld([], 0));
  const play = atOnce((world) => {
    world.books["pot:1"] = -100;
    return { status: 200 };
  });
  await stage.crash({ what: "fill the pot", sent: { method: "POST", path: "/" }, play }, {});
  expect(stage.possible).toBe(2);
  return stage;
}

const finds = (cents: number) => (world: { books: Readonly<Record<string, number>> }) => {
  const expected = world.books["pot:1"] ?? 0;
  if (expected !== cents) throw new Violation(`expected ${expected}, got ${cents}`);
};

test.each([0, -100])("a check that finds %i cents keeps the world in which it is so", async (cents) => {
  const stage = await afterCrash();
  stage.agree(finds(cents));
  expect(stage.possible).toBe(1);
  expect(stage.world().books["pot:1"] ?? 0).toBe(cents);
});

test("a check that no possible world agrees with fails with the problems of each", async () => {
  const stage = await afterCrash();
  expect(() => stage.agree(finds(-50))).toThrow("expected 0, got -50\n  or expected -100, got -50");
  expect(stage.possible).toBe(2);
});

test("a check that cannot be made ends the run", async () => {
  const stage = await afterCrash();
  expect(() =>
    stage.agree(() => {
      throw new TypeError("no such table");
    }),
  ).toThrow(TypeError);
});
