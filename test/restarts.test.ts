/** `npm run restarts`, a short one: two servers are restarted in turn under load, and nobody notices. */
import { spawn } from "node:child_process";
import { expect, test } from "vitest";

test("two restarts behind a proxy fail no call and lose nothing", { timeout: 180_000 }, async () => {
  const run = spawn(process.execPath, ["crash/restarts.ts", "--times", "2", "--golfers", "3"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((ended) => run.once("exit", ended));
  expect(output).toMatch(/failed +0\nlost +0 of what was answered\naudit +clean\n/);
  expect(Number(/calls +(\d+)/.exec(output)?.[1])).toBeGreaterThan(10);
  expect(code).toBe(0);
});
