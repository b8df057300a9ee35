import { expect, test } from "vitest";
import { shareRuns } from "./shared-runs.ts";

/** Runs that end when the test says so. */
function held() {
  const runs: PromiseWithResolvers<string>[] = [];
  const ask = shareRuns(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  return { runs, ask };
}

test("all who ask during a run share one that begins after it", async () => {
  const { runs, ask } = held();
  const first = ask();
  const meanwhile = [ask(), ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve("one");
  expect(await first).toBe("one");
  expect(runs).toHaveLength(2);
  runs[1]?.resolve("two");
  expect(await Promise.all(meanwhile)).toEqual(["two", "two", "two"]);
});

test("whoever asks during the next run gets a third; with none under way one begins at once", async () => {
  const { runs, ask } = held();
  const [first, second] = [ask(), ask()];
  runs[0]?.resolve("one");
  await first;
  const third = ask();
  runs[1]?.resolve("two");
  expect(await second).toBe("two");
  runs[2]?.resolve("three");
  expect(await third).toBe("three");
  void ask();
  expect(runs).toHaveLength(4);
});

test("a failed run fails those who share it, and not the next", async () => {
  const { runs, ask } = held();
  const [first, second] = [ask(), ask()];
  runs[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  runs[1]?.resolve("two");
  expect(await second).toBe("two");
});
