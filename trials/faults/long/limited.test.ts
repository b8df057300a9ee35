/** If a trial's own process hangs, fails or ends, the result is a sentence within the limit, and no process is left. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { isAlive } from "../../crash/processes.ts";
import { runLimited } from "../limited.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-limited-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMIT = { ms: 3_000, endMs: 300 };
// Each starts Node, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

function program(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

/** A program with a child process; neither ends when it is asked to. It writes the child's process id to a file. */
const STUBBORN = `
  import { spawn } from "node:child_process";
  import { writeFileSync } from "node:fs";
  process.on("SIGTERM", () => undefined);
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  writeFileSync(process.argv[2], String(child.pid));
  process.send({ at: "the middle" });
  setInterval(() => undefined, 1000);`;

test("what it has found is given back", async () => {
  const finding = program(
    "finding",
    `process.send({ found: { words: process.argv.slice(2) } }, () => process.exit(0));`,
  );
  expect(await runLimited(finding, ["a", "b"], LIMIT)).toEqual({ words: ["a", "b"] });
});

test("one that hangs and does not end when it is asked is ended with its children, and the sentence says where it was", async () => {
  const file = join(folder, "child");
  const since = performance.now();
  expect(await runLimited(program("stubborn", STUBBORN), [file], LIMIT)).toBe(
    "it did not come to its end within 3 s: it was at 'the middle'",
  );
  expect(performance.now() - since).toBeLessThan(10_000);
  await expect.poll(() => isAlive(Number(readFileSync(file, "utf8")))).toBe(false);
});

test("one that fails says where it was, also after it has been asked to end", async () => {
  const failing = program("failing", `process.send({ at: "the books" }, () => process.exit(3));`);
  expect(await runLimited(failing, [], LIMIT)).toBe("it failed at 'the books' (exit code 3), see above");
  const waiting = program("waiting", "setInterval(() => undefined, 1000);");
  const asked = runLimited(waiting, [], LIMIT, (end) => end());
  expect(await asked).toBe("it failed at 'the start' (SIGTERM), see above");
});
