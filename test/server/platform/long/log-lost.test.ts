/** A server whose log nobody takes: it answers, counts what it lost, and ends when it is asked to. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { live } from "#test/live.ts";
import { freePort } from "#test/ports.ts";
import { surroundings } from "#test/surroundings.ts";

/** More lines than fit into a pipe that nobody reads. */
const CALLS = 600;

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acebay-log-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server, which logs each call in production. */
async function serveInto(stdout: number | "pipe"): Promise<string> {
  const port = await freePort();
  child = spawn(process.execPath, ["src/main/server/server.ts"], {
    env: { ...surroundings(), ...live, PORT: String(port), DATA_DIR: folder, DRAIN_SECONDS: "0" },
    stdio: ["ignore", stdout, "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  return url;
}

async function ended(): Promise<number | null> {
  child?.kill("SIGTERM");
  const [code] = (await once(child ?? process, "exit")) as [number | null]; // As Node documents the event.
  return code;
}

/** Lines lost, as the metrics tell it. */
async function lost(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${live.METRICS_TOKEN}` } });
  return Number(/^acebay_log_lines_lost_total (\d+)$/m.exec(await answer.text())?.[1]);
}

test("a full disk", async () => {
  const url = await serveInto(openSync("/dev/full", "w"));
  await expect.poll(() => lost(url)).toBeGreaterThan(3);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await ended()).toBe(0);
});

test("a reader that stands still", async () => {
  const url = await serveInto("pipe");
  for (let n = 0; n < CALLS; n++) expect((await fetch(`${url}/api/config`)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await ended()).toBe(0);
});

test("a reader that is slow gets the line of each call, also those that wait when the process ends", async () => {
  const url = await serveInto("pipe");
  // More than the way and the reader's own memory hold.
  const calls = 3 * CALLS;
  let text = "";
  child?.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString())).pause();
  for (let n = 0; n < calls; n++) expect((await fetch(`${url}/api/config`)).status).toBe(200);
  const code = ended();
  await sleep(500);
  child?.stdout?.resume();
  expect(await code).toBe(0);
  await expect.poll(() => child?.stdout?.readableEnded).toBe(true);
  expect(text.split('"/api/config"')).toHaveLength(calls + 1);
});
