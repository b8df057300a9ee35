/** The real server for journeys: the bundle of production on Node 24, on a free port, with a data folder of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { ownerOf } from "#platform/server/db/embedded.ts";
import { freePort } from "../test/ports.ts";
import { surroundings } from "../test/surroundings.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const node24 = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** The first start makes a database; a slow machine takes a while. */
const START_MS = 60_000;
const STOP_MS = 20_000;

/** The environment's name of a data folder that a new server copies (first-start.ts). */
export const FIRST_DATA = "ACEBAY_E2E_FIRST_DATA";

export interface RunningServer {
  url: string;
  dataDir: string;
  /** Of the present process. */
  pid(): number;
  /** Ends the process at once, as a crash or a power cut does. */
  kill(): Promise<void>;
  /** Starts it again after a kill, with the same address and data. */
  restart(): Promise<void>;
  /** Ends the process, and keeps its data. */
  halt(): Promise<void>;
  /** Ends the process, and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it is ready. Its output goes to `test-results/<name>.log`.
 * @param checkout the folder of its builds: another checkout of this repository, for a comparison
 * @param entry the file of it that serves
 */
export async function startServer(
  name: string,
  env: Readonly<Record<string, string>> = {},
  { checkout = root, entry = "dist/server/server.js" } = {},
): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "acebay-e2e-"));
  const first = process.env[FIRST_DATA];
  if (first !== undefined) cpSync(first, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = join(root, "test-results", `${name}.log`);
  const out = openSync(log, "w");
  const launch = () =>
    spawn(node24, [entry], {
      cwd: checkout,
      env: { ...surroundings(), HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir, ...env },
      // Over the channel it notices when this process is killed, and stops.
      stdio: ["ignore", out, out, "ipc"],
    });
  let child = launch();
  const kill = () => end(child, "SIGKILL");
  const restart = async () => {
    child = launch();
    await untilReady(url, child, log);
  };
  const halt = () => end(child);
  const stop = async () => {
    await halt();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, pid: () => child.pid ?? 0, kill, restart, halt, stop };
}

/** `npm run admin -- ...`, beside a running server. */
export async function operate({ dataDir }: Pick<RunningServer, "dataDir">, ...words: string[]): Promise<void> {
  const env = { ...surroundings(), DATA_DIR: dataDir };
  await promisify(execFile)(node24, ["src/main/server/admin.ts", ...words], { cwd: root, env });
}

/** Changes a running server's database as its owner: what no screen and no call does, such as a payment service's mistake. */
export async function inDatabase({ dataDir }: Pick<RunningServer, "dataDir">, statement: string): Promise<void> {
  const client = new pg.Client(ownerOf(dataDir));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; await sleep(50)) {
    if (hasEnded(child)) throw new Error(`The server ended at its start; see ${log}`);
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
  }
  throw new Error(`The server was not ready after ${START_MS / 1000} s; see ${log}`);
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  const overdue = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(overdue);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
