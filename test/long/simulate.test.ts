/** Plays a seed of the simulation, and checks that its model uses nothing of the code that it judges. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { difference } from "../../trials/simulate/model/match.ts";
import { interleaved, misfit } from "../../trials/simulate/model/possible.ts";
import { priceAt } from "../../trials/simulate/model/money.ts";
import { refusal, type World } from "../../trials/simulate/model/world.ts";
import { parseSource } from "../architecture/source.ts";

/** A seed that has found something before: two days at two ranges. Two hundred seeds have their own command. */
const SEED = "150";

test("the model imports only its own files", () => {
  const files = globSync("trials/simulate/model/*.ts").map((path) => parseSource(path, readFileSync(path, "utf8")));
  expect(files.length).toBeGreaterThan(5);
  const foreign = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => !target.startsWith("trials/simulate/model/"))
      .map(({ target }) => `${path}: ${target}`),
  );
  expect(foreign).toEqual([]);
});

test("only the harness's own processes import the product, and none of them imports the model", () => {
  const product = /^src\//;
  const files = globSync("trials/simulate/*.ts").map((path) => parseSource(path, readFileSync(path, "utf8")));
  const knowing = files.filter(({ imports }) => imports.some(({ target }) => product.test(target)));
  expect(knowing.map(({ path }) => path).toSorted()).toEqual([
    "trials/simulate/bank.ts",
    "trials/simulate/cluster.ts",
    "trials/simulate/courses.ts",
    "trials/simulate/faults.ts",
    "trials/simulate/server.ts",
  ]);
  for (const { imports } of knowing) expect(imports.filter(({ target }) => target.includes("/model/"))).toEqual([]);
});

test("an answer that differs in a cent, a status or a code does not fit", () => {
  const expected = { status: 200, body: { order: { amount: 3.6, refunds: [] } } };
  expect(misfit(expected, { status: 200, body: { order: { amount: 3.6, refunds: [], more: 1 } } })).toBeUndefined();
  expect(misfit(expected, { status: 200, body: { order: { amount: 3.61, refunds: [] } } })).toContain("order.amount");
  expect(misfit(expected, { status: 201, body: { order: { amount: 3.6, refunds: [] } } })).toContain("201");
  expect(misfit(refusal(409, "play.no_balls"), { status: 409, body: { error: { code: "play.other" } } })).toBeDefined();
  expect(difference({ refunds: [] }, { refunds: [1] })).toBeDefined();
  expect(priceAt(300, 12_345)).toBe(370);
  expect(priceAt(5, 10_999)).toBe(5);
  expect(priceAt(50, 10_100)).toBe(51);
});

test("two calls at once are tried in every order of their transactions", () => {
  const empty = { rows: [], orders: [], people: [] as unknown[] };
  const world = empty as unknown as World; // As much of a world as these two need.
  const append = (name: string) =>
    function* ({ people }: World) {
      (people as unknown[]).push(`${name}1`);
      yield undefined;
      (people as unknown[]).push(`${name}2`);
      return { status: 200 };
    };
  const orders = interleaved(world, 0, [append("a"), append("b")]).map(({ world: after }) =>
    JSON.stringify(after.people),
  );
  expect(new Set(orders).size).toBe(6);
});

test("two simulated days at the ranges follow the rules, whatever breaks", { timeout: 300_000 }, () => {
  const args = ["trials/simulate/main.ts", "--seed", SEED, "--days", "2", "--courses", "2"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr], stdout).toEqual([0, ""]);
  expect(stdout).toMatch(/ 0 violations, \d+ s\n$/);
});
