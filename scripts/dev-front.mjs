/**
 * The address for development: Vite's modules with hot reload, the app's page at each of its addresses, and behind them
 * the server on the next port, which restarts when one of its files changes. Service worker, content policy and
 * prerendered pages are only in `npm start`.
 */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer as createHttp, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createVite } from "vite";
import { fillPage } from "../src/main/server/page-head.ts";
import { findAddress } from "../src/platform/shared/addresses/address.ts";
import { addresses } from "../src/platform/shared/addresses/all.ts";
import { readConfig } from "../src/platform/server/config.ts";
import { languageOf } from "../src/platform/server/http/language.ts";
import { root } from "./prepare.mjs";

const config = readConfig(process.env);
const inner = config.port + 1;
const address = `http://localhost:${config.port}`;
/** How long a call waits for a server that is starting, in milliseconds. */
const START_MS = 20_000;

/** `npm run dev -- --inspect`: a debugger can attach to the server. */
const forDebugger = process.argv.slice(2).filter((option) => option.startsWith("--inspect"));

let server;
let restarting = false;
let ending = false;
/** Waits a little, because many files are written at once when a branch changes. */
let soon;

/** The server notices our end over the channel, even by SIGKILL, and stops with its database. */
function start() {
  server = spawn(process.execPath, [...forDebugger, "src/main/server/server.ts"], {
    cwd: root,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(inner) },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  // The server names its own address, where screens are as old as the last build.
  server.stdout.on("data", (text) => {
    process.stdout.write(String(text).replaceAll(`http://127.0.0.1:${inner}`, address));
  });
  server.once("exit", (code, signal) => {
    const failed = code !== 0 && signal === null && !restarting;
    server = undefined;
    if (ending) process.exit(0);
    if (failed) console.error("The server ended. It starts again when a file of its own changes.");
    else start();
  });
}

function restart() {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (!server) return start();
    restarting = true;
    server.once("exit", () => (restarting = false));
    server.kill("SIGTERM");
  }, 50);
}

function end() {
  ending = true;
  if (server) server.kill("SIGTERM");
  else process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
start();
for (const folder of ["src", "migrations"])
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(?:ts|sql)$/.test(file) && !/(?:^|\/)web\/|\.test\.ts$/.test(file)) restart();
  });

const front = createHttp((call, answer) => {
  const path = (call.url ?? "/").split("?")[0] ?? "/";
  if (call.method === "GET" && findAddress(addresses, path)) void sendPage(call, answer, path);
  else vite.middlewares(call, answer, () => void handOn(call, answer));
});
const vite = await createVite({
  configFile: join(root, "vite.config.ts"),
  appType: "custom",
  server: { middlewareMode: true, hmr: { server: front } },
});
front.listen(config.port, config.host, () => {
  console.log(`Develop at ${address}: screens change in place, the server restarts by itself`);
});

/** The app's page, as the server fills it in, with Vite's client. */
async function sendPage(call, answer, path) {
  try {
    const file = await readFile(join(root, "src/main/web/index.html"), "utf8");
    // The page may be requested at any depth.
    const page = await vite.transformIndexHtml(path, file.replaceAll('"./', '"/'));
    const visitor = !/(?:^|[\s;])acebay_session=/.test(call.headers.cookie ?? "");
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    answer.end(fillPage(page, config, path, { visitor, language: languageOf(call.headers) }));
  } catch (error) {
    vite.ssrFixStacktrace(error);
    answer.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(error.stack);
  }
}

/** Passes a call to the server; during a restart the call waits. */
async function handOn(call, answer) {
  for (let waited = 0; waited < START_MS && !(await isUp()); waited += 100) await sleep(100);
  const { method, url, headers } = call;
  const passed = request({ host: "127.0.0.1", port: inner, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  passed.once("error", (error) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { "content-type": "text/plain; charset=utf-8" }).end(`The server: ${error.message}`);
  });
  answer.once("close", () => passed.destroy());
  call.pipe(passed);
}

function isUp() {
  return new Promise((done) => {
    const probe = connect(inner, "127.0.0.1", () => done(true)).once("error", () => done(false));
    probe.once("close", () => probe.destroy()).unref();
    probe.once("connect", () => probe.destroy());
  });
}
