/** `npm run restarts`, a short one: one of two servers is restarted under load, and no call fails. */
import { spawn } from "node:child_process";
import { expect, test } from "vitest";

test("during a restart behind a proxy no call fails and nothing is lost", { timeout: 180_000 }, async () => {
  const run = spawn(process.execPath, ["trials/crash/restarts.ts", "--times", "1", "--golfers", "3"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((ended) => run.once("exit", ended));
  expect(output).toMatch(/failed +0\nlost +0 of what was answered\naudit +clean\n/);
  expect(Number(/calls +(\d+)/.exec(output)?.[1])).toBeGreaterThan(10);
  expect(code).toBe(0);
});
