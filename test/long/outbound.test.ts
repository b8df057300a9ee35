/** Where a process may connect to: what the configuration names, and nothing else, whichever library asks. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import { readConfig } from "#platform/server/config.ts";
import { outboundOf } from "#platform/server/outbound-list.ts";
import { live } from "../live.ts";
import { endAll, serve } from "../server-process.ts";
import { surroundings } from "../surroundings.ts";

const production = { ...live, SMTP_URL: "smtps://mail.test" };
const folder = mkdtempSync(join(tmpdir(), "acebay-outbound-"));
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the list has what the configuration names, by host and port", () => {
  const may = outboundOf(
    readConfig({
      ...production,
      DATABASE_URL: "postgres://app:x@DB.test:6432/acebay?sslmode=verify-full",
      DATABASE_OWNER_URL: "postgres://acebay:x@127.0.0.1/acebay",
      DATABASE_DIRECT_URL: "postgres://app@/acebay?host=/run/postgresql",
      DATABASE_REPLICA_URL: "postgres://app:x@replica.test/acebay?sslmode=verify-full",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.test",
    }),
  );
  const allowed = [
    { host: "db.test", port: 6432 },
    { host: "127.0.0.1", port: 5432 },
    { path: "/run/postgresql/.s.PGSQL.5432" },
    { host: "replica.test", port: 5432 },
    { host: "mail.test", port: 465 },
    { host: "api.stripe.com", port: 443 },
    { host: "collector.test", port: 443 },
    { host: "fcm.googleapis.com", port: 443 },
    { host: "db5p.notify.windows.com", port: 443 },
  ];
  expect(allowed.filter((to) => !may(to))).toEqual([]);
  const others = [
    { host: "db.test", port: 5432 },
    { host: "127.0.0.1", port: 6379 },
    { host: "169.254.169.254", port: 80 },
    { host: "mail.test", port: 25 },
    { host: "api.stripe.com", port: 80 },
    { host: "evil-fcm.googleapis.com.test", port: 443 },
    { host: "fcm.googleapis.com", port: 80 },
    { path: "/run/docker.sock" },
  ];
  expect(others.filter((to) => may(to))).toEqual([]);
});

test("without an external database its own socket is on the list; the demo may call this machine", () => {
  const own = { path: join(folder, "socket", ".s.PGSQL.5432") };
  const demo = outboundOf(readConfig({ DATA_DIR: folder, SESSION_SECRET: "x" }));
  const real = outboundOf(readConfig({ ...production, DATA_DIR: folder }));
  const here = { host: "127.0.0.1", port: 4000 };
  expect([demo(own), real(own), demo(here), real(here), demo({ host: "other.test", port: 443 })]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

/** Tries each way to connect, in a process of its own. What connects says `open`. */
const tries = `
  import http from "node:http"; import net from "node:net"; import tls from "node:tls";
  import pg from "pg"; import { createTransport } from "nodemailer"; import { Stripe } from "stripe";
  import { limitOutbound } from "#platform/server/outbound.ts"; import { mailSocket } from "#platform/server/mail/socket.ts";
  const port = Number(process.argv[1]), listed = process.argv[2] === "listed";
  limitOutbound((to) => listed && to.host === "localhost" && to.port === port);
  const socket = (made) => new Promise((done) => made.once("error", (e) => done(e.constructor.name)).once("connect", () => { made.destroy(); done("open"); }));
  const chain = (e) => { for (let one = e; one; one = one.cause ?? one.detail) if (one.constructor.name === "OutboundRefused") return "OutboundRefused"; return /not among the places/.test(e.message) ? "OutboundRefused" : "open"; };
  const call = (made) => made.then(() => "open", chain);
  const smtp = "smtp://localhost:" + port;
  const found = {
    "net by options": await socket(net.connect({ host: "localhost", port })),
    "net by arguments": await socket(net.connect(port, "localhost")),
    "net by a text": await socket(net.connect(String(port), "localhost")),
    "net by default": await socket(net.connect(port)),
    "a socket's connect": await socket(new net.Socket().connect(port, "localhost")),
    tls: await socket(tls.connect({ host: "localhost", port })),
    http: await new Promise((done) => http.get({ host: "localhost", port }, () => done("open")).once("error", (e) => done(e.constructor.name))),
    fetch: await call(fetch("http://localhost:" + port)),
    pg: await call(new pg.Client({ host: "localhost", port, connectionTimeoutMillis: 2000 }).connect()),
    mail: await call(createTransport({ url: smtp, getSocket: mailSocket(smtp, 2000), greetingTimeout: 500 }).sendMail({ from: "a@b.test", to: "c@d.test", text: "x" })),
    stripe: await call(new Stripe("sk_test_x", { host: "localhost", port, protocol: "http", maxNetworkRetries: 0, timeout: 2000 }).balance.retrieve()),
  };
  if (!listed) found["a Unix socket"] = await socket(net.connect("/run/other.sock"));
  console.log(JSON.stringify(found));
  process.exit(0);
`;

test("what is not on the list gets no connection, by no library and in no form; what is on it does", async () => {
  let came = 0;
  const stranger = createServer((socket) => {
    came += 1;
    socket.on("error", () => undefined).end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
  }).listen(0);
  await once(stranger, "listening");
  const { port } = stranger.address() as { port: number };
  const outcomes = async (how: string) => {
    const { code, said } = await ended([String(port), how]);
    expect(code).toBe(0);
    return JSON.parse(said) as Record<string, string>;
  };
  const refused = await outcomes("strange");
  expect(Object.keys(refused).length).toBeGreaterThan(10);
  expect(Object.entries(refused).filter(([, how]) => how !== "OutboundRefused")).toEqual([]);
  expect(came).toBe(0);
  const open = await outcomes("listed");
  // Its connection is open when TLS begins, which nobody there speaks; which of the two is told first is chance.
  expect(Object.entries(open).filter(([way, how]) => how !== "open" && way !== "tls")).toEqual([]);
  expect(came).toBeGreaterThanOrEqual(Object.keys(open).length - 1);
  stranger.close();
});

async function ended(words: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", tries, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: surroundings(),
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said };
}

test("the process that serves holds itself to the list", async () => {
  const stranger = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as { port: number };
  // Asks again and again, as something would that got into the process.
  const inside = `setInterval(() => fetch("http://127.0.0.1:${port}").then(() => console.log("it got out"), (e) => console.log("held: " + e.cause?.message)), 100).unref()`;
  const running = await serve(join(folder, "data"), {
    ...production,
    SMTP_URL: "smtp://127.0.0.1:1",
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(inside)}`,
  });
  const after = running.output().length;
  await expect.poll(() => running.output().slice(after)).toContain(`held: 127.0.0.1:${port} is not among the places`);
  await sleep(300);
  expect(running.output().slice(after)).not.toContain("it got out");
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  stranger.close();
});
