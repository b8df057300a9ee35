/** An installation under test: the real server as a process, its database, and the ways to kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { connectionTo, type EmbeddedPostgres, startEmbedded } from "#platform/server/db/embedded.ts";
import type { Chance } from "./chance.ts";
import { backendsOf, endPostmasters, isAlive, postmasterPid, postmastersOf, signal } from "./processes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;
const STOP_MS = 20_000;
/** An operator tries again this often before calling for help: an external database may itself be coming back. */
const STARTS = 40;

/** Who is killed. A backend is one connection's process: PostgreSQL then restarts all of them by itself. */
export type Victim = "server" | "database" | "backend" | "both";

export interface Installation {
  readonly url: string;
  readonly connection: pg.PoolConfig;
  /** Starts that ended by themselves, without a kill. */
  failedStarts(): number;
  /** What is wrong with the processes that run now, such as a database that a dead server left behind. */
  strays(): string[];
  /** Starts the server, until it is ready. @returns milliseconds */
  start(): Promise<number>;
  /** Starts the server and kills it after so many milliseconds, ready or not. */
  startAndKill(afterMs: number): Promise<void>;
  /** Kills by SIGKILL. @returns false when there was no such process just then */
  kill(victim: Victim, chance: Chance): Promise<boolean>;
  /** Brings back what was killed, as an operator would. @returns milliseconds until ready */
  recover(victim: Victim): Promise<number>;
  /** `npm run audit`, beside the running server. */
  audit(): Promise<{ code: number | null; output: string }>;
  /** Ends everything, in order if it will. */
  stop(): Promise<void>;
}

/** @param external the database is not the server's own: it is reached by DATABASE_URL, and comes back by itself */
export async function install(folder: string, port: number, external: boolean): Promise<Installation> {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const log = join(folder, "server.log");
  const connection = connectionTo(dataDir);
  const database: EmbeddedPostgres | undefined = external ? await startEmbedded(dataDir) : undefined;
  const where: Record<string, string> = database
    ? { DATABASE_URL: addressOf(connection), DATABASE_OWNER_URL: addressOf(database.owner) }
    : {};
  const env = { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir, ...where };
  let child: ChildProcess | undefined;
  /** The database's processes before a kill: until they are gone, they may still answer. */
  let before: { postmaster: number | undefined; backends: number[] } = { postmaster: undefined, backends: [] };
  let failedStarts = 0;
  let stopping = false;

  function launch(): ChildProcess {
    // A Ctrl-C comes in the middle of a restart, too.
    if (stopping) throw new Error("The installation is being taken down");
    const out = openSync(log, "a");
    // As `npm start` does it: over the channel the server notices our own end, and stops.
    return spawn(process.execPath, ["src/main/server/server.ts"], {
      cwd: root,
      env,
      stdio: ["ignore", out, out, "ipc"],
    });
  }
  const hasEnded = (one: ChildProcess) => one.exitCode !== null || one.signalCode !== null;
  const ended = (one: ChildProcess) =>
    new Promise<void>((done) => {
      if (hasEnded(one)) done();
      else one.once("exit", () => done());
    });

  async function isReady(): Promise<boolean> {
    try {
      const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
      await reply.arrayBuffer();
      return reply.status === 200;
    } catch {
      return false;
    }
  }

  async function untilReady(since: number, one: ChildProcess): Promise<"ready" | "ended"> {
    while (performance.now() - since < START_MS) {
      if (hasEnded(one)) return "ended";
      if (await isReady()) return "ready";
      await sleep(25);
    }
    throw new Error(`The server was not ready after ${START_MS / 1000} s. Its last words:\n${tail(log)}`);
  }

  async function start(): Promise<number> {
    const since = performance.now();
    for (let tries = 1; tries <= STARTS; tries += 1) {
      child = launch();
      if ((await untilReady(since, child)) === "ready") return performance.now() - since;
      failedStarts += 1;
      await sleep(250);
    }
    throw new Error(`The server did not start in ${STARTS} tries. Its last words:\n${tail(log)}`);
  }

  async function killServer(): Promise<boolean> {
    if (!child || hasEnded(child)) return false;
    child.kill("SIGKILL");
    await ended(child);
    return true;
  }

  return {
    url,
    connection,
    failedStarts: () => failedStarts,
    strays: () =>
      postmastersOf(dataDir)
        .filter(({ parent }) => parent !== (external ? process.pid : child?.pid))
        .map(({ pid }) => `The database process ${pid} is not the running server's own`),
    start,
    startAndKill: async (afterMs) => {
      child = launch();
      await Promise.race([sleep(afterMs), ended(child)]);
      if (!(await killServer())) failedStarts += 1;
    },
    kill: async (victim, chance) => {
      if (victim === "server") return killServer();
      const postmaster = postmasterPid(dataDir);
      before = { postmaster, backends: postmaster === undefined ? [] : backendsOf(postmaster) };
      if (postmaster === undefined) return false;
      if (victim === "backend") return before.backends.length > 0 && signal(chance.pick(before.backends), "SIGKILL");
      const killed = signal(postmaster, "SIGKILL");
      if (victim === "both") await killServer();
      return killed;
    },
    recover: async (victim) => {
      if (victim === "server" || victim === "both") return start();
      const since = performance.now();
      if (!child) throw new Error("There is no server to wait for");
      const isBefore = () =>
        victim === "database" ? postmasterPid(dataDir) === before.postmaster : before.backends.some(isAlive);
      while (isBefore() && performance.now() - since < START_MS) await sleep(25);
      if ((await untilReady(since, child)) === "ended")
        throw new Error(`The server did not survive its database. Its last words:\n${tail(log)}`);
      return performance.now() - since;
    },
    audit: async () => {
      const auditor = spawn(process.execPath, ["src/main/server/audit.ts"], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [auditor.stdout, auditor.stderr])
        stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await ended(auditor);
      return { code: auditor.exitCode, output };
    },
    stop: async () => {
      stopping = true;
      if (child && !hasEnded(child)) {
        child.kill("SIGTERM");
        await Promise.race([ended(child), sleep(STOP_MS)]);
        await killServer();
      }
      await database?.stop();
      await endPostmasters(dataDir);
    },
  };
}

function tail(log: string): string {
  return readFileSync(log, "utf8").split("\n").slice(-15).join("\n");
}

function addressOf({ user, database, host }: EmbeddedPostgres["connection"]): string {
  return `postgres://${user}@/${database}?host=${host}`;
}
