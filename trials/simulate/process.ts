/** The driver's handle of a server process: starts it, calls it over HTTP, kills it and starts it again. */
import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { Opening, Plan } from "./plan.ts";

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON; undefined without one. */
  body: unknown;
  /** As it was sent, for files. */
  text: string;
}

/** The role at the desk. */
export type Desk = "admin" | "second" | "staff";

export interface Sent {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  cookie?: string;
  /** Instead of a cookie: a person at the desk, signed in and with a fresh proof. */
  desk?: Desk;
  key?: string | undefined;
}

export interface Server {
  /** A reply, or nothing if the connection was cut or the process died. */
  send(sent: Sent, plan: Plan): Promise<Reply | undefined>;
  /** Waits for work after the replies, because the next call may go to another process, which would not do it. */
  quiet(): Promise<void>;
  /** Kills the process, if it still lives, and starts a new one on the same database. */
  restart(now: number): Promise<void>;
  /** Keeps the process for the next seed. */
  stop(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  loaded: Promise<void>;
  ended: Promise<undefined>;
}

const cache = fileURLToPath(new URL("../../node_modules/.cache/simulate/", import.meta.url));
const program = fileURLToPath(new URL("server.ts", import.meta.url));

function launch(): Running {
  const child = spawn(process.execPath, [program, ...process.argv.filter((given) => given === "--log")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Most of a start is reading and compiling the code.
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  const ended = new Promise<undefined>((done) => child.once("exit", () => done(undefined)));
  const loaded = new Promise<void>((done, fail) => {
    child.once("message", () => done());
    child.once("exit", () => fail(new Error("The server process ended before it was ready")));
  });
  // The error of a spare that is never used is ignored.
  loaded.catch(() => undefined);
  return { child, loaded, ended };
}

/** Processes that have loaded their code and wait for a database, because loading takes longest. */
const spares: Running[] = [];

/** Ends the spare processes. */
export async function dropSpares(): Promise<void> {
  for (const { child, ended } of spares.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
}

async function open(opening: Opening): Promise<Running & { port: number }> {
  const running = spares.shift() ?? launch();
  if (spares.length === 0) spares.push(launch());
  await running.loaded;
  const { child, ended } = running;
  const listening = new Promise<{ port: number }>((done) => child.once("message", done));
  child.send(opening);
  const told = await Promise.race([listening, ended]);
  if (told === undefined) throw new Error("The server ended at its start");
  const { port } = told;
  return { ...running, port };
}

export async function startServer(opening: Opening): Promise<Server> {
  let running = await open(opening);
  let agent = new Agent({ keepAlive: true });
  const end = async () => {
    agent.destroy();
    running.child.kill("SIGKILL");
    await running.ended;
  };
  return {
    send: (sent, plan) => post(agent, running.port, sent, plan),
    quiet: async () => {
      await post(agent, running.port, { method: "GET", path: "/simulate/quiet" }, {});
    },
    restart: async (now) => {
      await end();
      agent = new Agent({ keepAlive: true });
      running = await open({ ...opening, now });
    },
    stop: async () => {
      agent.destroy();
      if (running.child.exitCode === null && running.child.signalCode === null) spares.unshift(running);
    },
  };
}

function post(agent: Agent, port: number, sent: Sent, plan: Plan): Promise<Reply | undefined> {
  const payload = sent.body === undefined ? "" : JSON.stringify(sent.body);
  const headers = {
    "x-simulate": JSON.stringify(plan),
    ...(payload ? { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) } : {}),
    ...(sent.cookie ? { cookie: sent.cookie } : {}),
    ...(sent.key ? { "idempotency-key": sent.key } : {}),
  };
  return new Promise((done) => {
    const call = request({ agent, host: "127.0.0.1", port, method: sent.method, path: sent.path, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      reply.on("error", () => done(undefined));
      reply.on("end", () =>
        done({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text,
          body: String(reply.headers["content-type"]).includes("json") && text ? JSON.parse(text) : undefined,
        }),
      );
    });
    call.on("error", () => done(undefined));
    call.end(payload);
  });
}
