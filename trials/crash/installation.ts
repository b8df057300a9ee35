/** An installation under test: the real server as a process, its database, and the ways to kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { connectionTo, type EmbeddedPostgres, startEmbedded } from "#platform/server/db/embedded.ts";
import type { Chance } from "./chance.ts";
import { backendsOf, childrenOf, endPostmasters, isAlive, postmasterPid, postmastersOf, signal } from "./processes.ts";
import { addressOf } from "./serving.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 180_000;
const STOP_MS = 20_000;
/** An operator starts the server again this often, because an external database may be restarting, too. */
const STARTS = 40;

/** The process that is killed. A backend serves one connection; if it dies, PostgreSQL restarts all of them. */
export type Victim = "server" | "database" | "backend" | "both";

export interface Installation {
  readonly url: string;
  readonly connection: pg.PoolConfig;
  /** Starts that ended by themselves, without a kill. */
  failedStarts(): number;
  /** Faults of the running processes, such as a database that a dead server left behind. */
  strays(): string[];
  /** Starts the server and waits until it is ready. @returns milliseconds */
  start(): Promise<number>;
  /** Starts the server and kills it after so many milliseconds, ready or not. */
  startAndKill(afterMs: number): Promise<void>;
  /** Kills by SIGKILL. @returns false if there was no such process */
  kill(victim: Victim, chance: Chance): Promise<boolean>;
  /** Restarts what was killed, as an operator would. @returns milliseconds until ready */
  recover(victim: Victim): Promise<number>;
  /** Sends a signal to the server, or to each process of the database. */
  signal(whom: "server" | "database", name: NodeJS.Signals): void;
  /** Sends a message to the server's process. */
  send(message: object): void;
  /** Resolves when the server's process has ended. @returns its exit code; null after a signal */
  ended(): Promise<number | null>;
  /** `npm run audit`, beside the running server. */
  audit(): Promise<Ended>;
  /** An operator's command beside the running server: a program of `src/main/server` with the server's configuration. */
  command(program: string, words?: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Ends everything, cleanly if possible. */
  stop(): Promise<void>;
}

/** How a command ended, and all that it said. */
export interface Ended {
  code: number | null;
  output: string;
}

const KILL_TRIES = 20;

/**
 * Kills one, however often a connection that was picked has just ended by itself.
 * @throws when there is nothing to kill for two seconds
 */
export async function killSurely(
  installation: Pick<Installation, "kill">,
  victim: Victim,
  chance: Chance,
): Promise<void> {
  for (let tries = 1; !(await installation.kill(victim, chance)); tries += 1) {
    if (tries === KILL_TRIES) throw new Error(`There was no ${victim} to kill`);
    await sleep(100);
  }
}

export interface Setup {
  /** The database of DATABASE_URL is used, which restarts by itself. */
  external?: boolean;
  /** The folder of the socket by which the server reaches an external database, if not the database's own. */
  through?: string;
  /** The file that serves. */
  program?: string;
  env?: Readonly<Record<string, string>>;
}

export async function install(folder: string, port: number, setup: Setup = {}): Promise<Installation> {
  const { external = false, program = "src/main/server/server.ts" } = setup;
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const log = join(folder, "server.log");
  const connection = connectionTo(dataDir);
  const database: EmbeddedPostgres | undefined = external ? await startEmbedded(dataDir) : undefined;
  const where: Record<string, string> = database
    ? {
        DATABASE_URL: addressOf({ ...connection, host: setup.through ?? connection.host }),
        DATABASE_OWNER_URL: addressOf(database.owner),
      }
    : {};
  const always = { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir };
  const env = { ...always, ...where, ...setup.env };
  let child: ChildProcess | undefined;
  /** The database's processes before a kill. They may still answer for a moment. */
  let before: { postmaster: number | undefined; backends: number[] } = { postmaster: undefined, backends: [] };
  let failedStarts = 0;
  let stopping = false;

  function launch(): ChildProcess {
    // Ctrl-C may also come in the middle of a restart.
    if (stopping) throw new Error("The installation is being taken down");
    const out = openSync(log, "a");
    // Like `npm start`: the server notices our end over the channel, and stops.
    return spawn(process.execPath, [program], {
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

  async function command(name: string, words: readonly string[] = [], more = {}): Promise<Ended> {
    const operator = spawn(process.execPath, [`src/main/server/${name}.ts`, ...words], {
      cwd: root,
      env: { ...env, ...(database ? { DATABASE_URL: addressOf(connection) } : {}), ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [operator.stdout, operator.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await ended(operator);
    return { code: operator.exitCode, output };
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
    signal: (whom, name) => {
      if (whom === "server") return void child?.kill(name);
      const postmaster = postmasterPid(dataDir);
      if (postmaster === undefined) return;
      for (const pid of [postmaster, ...childrenOf(postmaster)]) signal(pid, name);
    },
    send: (message) => void child?.send(message),
    ended: async () => {
      if (child) await ended(child);
      return child?.exitCode ?? null;
    },
    audit: () => command("audit"),
    command,
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
