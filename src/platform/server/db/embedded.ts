/**
 * The embedded PostgreSQL: the real server, from npm, in a folder of ours, on a unix socket only.
 *
 * PostgreSQL refuses to run as root, so under root it runs as an existing unprivileged user. If Node was killed and
 * left a server running, the next start stops it first (its commits are safe in the write-ahead log).
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { binaries, type Runner, runner } from "./embedded-programs.ts";
import { giveToDatabase } from "./embedded-user.ts";

interface Connection {
  host: string;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  /** For a `pg` client with the serving role; the owner must create that role first. */
  connection: Connection;
  /** For a `pg` client with the role that owns everything. */
  owner: Connection;
  /** Stops it cleanly: connections are closed, and everything committed is kept. */
  stop(): Promise<void>;
}

const OWNER = "acebay";
const SERVING = "acebay_app";
const DATABASE = "acebay";
const RESTART_MS = 500;
/** How long a start is waited for. */
const START_MS = 60_000;
/** sun_path holds 108 bytes on Linux, 104 on macOS; the socket's own name takes 14 of them. */
const LONGEST_SOCKET_FOLDER = 88;

/** The server gave no answer in time, and its log says why. */
export class NotStarted extends Error {}

/** The server ended while it recovered; what it wrote into its log meanwhile is `log`. */
export class RecoveryEnded extends Error {
  readonly log: string;

  constructor(log: string) {
    const line = /\b(?:FATAL|PANIC): .*/.exec(log)?.[0];
    super(`PostgreSQL ended while it recovered: ${line ?? "its log does not say why"}`);
    this.log = log;
  }
}

/** The servers that this process has started. */
const running = new Set<EmbeddedPostgres["stop"]>();
let isEnding = false;

/** Stops every server that this process has started, also one that is still starting; no other is started after it. */
export async function endAllEmbedded(): Promise<void> {
  isEnding = true;
  await Promise.all([...running].map((stop) => stop()));
}

/** The connection to the server of a data folder that somebody else runs. */
export function connectionTo(dataDir: string): Connection {
  return { host: socketFolder(dataDir), user: SERVING, database: DATABASE };
}

/** The same with the owner's role: for a backup, and for tests that break things. */
export function ownerOf(dataDir: string): Connection {
  return { ...connectionTo(dataDir), user: OWNER };
}

/** PostgreSQL's own folder in a data folder. */
export const filesOf = (dataDir: string): string => join(dataDir, "postgres");

/**
 * Starts the server in `dataDir`, making the database at the first start. The caller owns the folder (`takeFolder`). One
 * that is to recover is ready when it has recovered.
 * @param connections how many may be open at once: enough for one process and its commands, unless more share it
 * @param programs the folder of another PostgreSQL's programs
 * @param more settings, each `name=value`, which count before our own
 * @throws RecoveryEnded if it does not come to its moment: started again, it would end again
 */
export async function startEmbedded(
  dataDir: string,
  connections = 80,
  programs = binaries(),
  more: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  const data = filesOf(dataDir);
  const sockets = socketFolder(dataDir);
  const run = runner(dataDir, programs);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  giveToDatabase(sockets);
  await stopOrphan(data, run);
  if (isEnding) throw new Error("No database is started: this process was asked to end");
  if (existsSync(join(data, "PG_VERSION"))) reclaim(data);
  else initialise(data, run);

  let stopping = false;
  let isRecovering = existsSync(join(data, "recovery.signal"));
  const log = join(dataDir, "postgres.log");
  const logged = existsSync(log) ? statSync(log).size : 0;
  const begin = () => launch(data, sockets, connections, log, run, more);
  let child = begin();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const restart = () => {
    if (stopping || isRecovering) return;
    child = begin();
    watch();
  };
  // Killed from outside: its backends end by themselves soon, and then the folder can be opened again.
  const watch = () => child.once("exit", () => setTimeout(restart, RESTART_MS));
  watch();
  const stop = async () => {
    stopping = true;
    if (!hasEnded()) {
      const ended = new Promise((done) => child.once("exit", done));
      // SIGINT is PostgreSQL's fast shutdown: roll back open transactions, write a checkpoint, end.
      child.kill("SIGINT");
      await ended;
    }
    running.delete(stop);
  };
  running.add(stop);
  const owner = ownerOf(dataDir);
  const deadline = performance.now() + START_MS;
  const whyNot = (cause: unknown) => {
    if (stopping) return new Error("The database was stopped while it started", { cause });
    // Reading a week's log takes its time.
    if (isRecovering) return hasEnded() ? new RecoveryEnded(readFileSync(log).subarray(logged).toString()) : undefined;
    return performance.now() > deadline
      ? new NotStarted(`The database did not start; see ${log}`, { cause })
      : undefined;
  };
  try {
    await untilReady({ ...owner, database: "postgres" }, whyNot);
    isRecovering = false;
    await ensureDatabase(owner);
  } catch (error) {
    // Left alone it would be started again and again, and keep this process.
    await stop();
    throw error;
  }
  return { connection: connectionTo(dataDir), owner, stop };
}

function launch(
  data: string,
  sockets: string,
  connections: number,
  log: string,
  run: Runner,
  more: readonly string[],
): ChildProcess {
  const out = openSync(log, "a", 0o600);
  const settings = [
    "listen_addresses=",
    `max_connections=${connections}`,
    "shared_buffers=128MB",
    "unix_socket_permissions=0700",
    // Of a setting that is given twice PostgreSQL takes the last.
    ...more,
  ];
  return run.start("postgres", ["-D", data, "-k", sockets, ...settings.flatMap((s) => ["-c", s])], out);
}

/** Creates the cluster in another folder and renames it, so that a killed first start leaves nothing unfinished. */
function initialise(data: string, run: Runner): void {
  const making = `${data}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  giveToDatabase(making);
  const release = Number(/\d+/.exec(run.finish("postgres", ["--version"]).stdout)?.[0]);
  // Releases before 17 have no locales of their own; the system's of this name is alike.
  const locale =
    release < 17 ? ["--locale=C.UTF-8"] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const made = run.finish("initdb", ["-D", making, "-U", OWNER, "--auth=trust", "--encoding=UTF8", ...locale]);
  if (made.status !== 0) throw new Error(`The database could not be made in ${data}:\n${made.stderr}`);
  renameSync(making, data);
}

/** PostgreSQL refuses a folder of another user or one open to all, as a restored backup may be. */
function reclaim(data: string): void {
  giveToDatabase(data);
  chmodSync(data, 0o700);
}

/** Ends the server of a folder that its killed owner left behind, before the folder is deleted. */
export async function endLeftBehind(dataDir: string, programs = binaries()): Promise<void> {
  await stopOrphan(filesOf(dataDir), runner(dataDir, programs));
}

async function stopOrphan(data: string, run: Runner): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  // The number in a stale file may now be another program's; PostgreSQL removes such a file by itself.
  if (!commandOf(pid).includes(data)) return;
  run.finish("pg_ctl", ["stop", "-D", data, "-m", "fast", "-w", "-t", "30"]);
  for (let waited = 0; existsSync(pidFile) && waited < 5_000; waited += 100) await sleep(100);
}

/** The command line of a process; empty when there is none (or only its remains). */
function commandOf(pid: number): string {
  if (process.platform === "linux") {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }
  return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout;
}

/** @param whyNot why it is not waited for any longer, after an error */
async function untilReady(connection: pg.ClientConfig, whyNot: (error: unknown) => Error | undefined): Promise<void> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on("error", () => undefined);
    let cause: unknown;
    try {
      await client.connect();
      // One that recovers answers before it has come to its moment.
      const { rows } = await client.query<{ yes: boolean }>("SELECT pg_is_in_recovery() AS yes");
      if (rows[0]?.yes !== true) return;
    } catch (error) {
      cause = error;
    } finally {
      await client.end().catch(() => undefined);
    }
    const why = whyNot(cause);
    if (why) throw why;
    await sleep(40);
  }
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
}

function socketFolder(dataDir: string): string {
  const inside = join(dataDir, "socket");
  if (inside.length <= LONGEST_SOCKET_FOLDER) return inside;
  return join(tmpdir(), `acebay-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
}
