import { type AddressInfo, connect } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchCalls } from "./calls.ts";

const http = Fastify();
const registry = new Registry();
const lines = async () => (await registry.metrics()).split("\n");
const count = (method: string, route: string, status: string) =>
  `acebay_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

beforeAll(async () => {
  watchCalls(http, registry);
  http.get("/", () => "home");
  http.get("/index.html", () => "home");
  http.get("/assets/words-4f3c273a.js", () => "words");
  http.route({ method: ["HEAD", "GET"], url: "/robots.txt", handler: () => "robots" });
  http.get("/broken", () => Promise.reject(new Error("on purpose")));
  http.get("/late", () => "late");
  http.get("/never", () => new Promise(() => undefined));
  http.get(
    "/own/:id",
    { onRequest: (_request, _reply, done) => done(), onResponse: (_request, _reply, done) => done() },
    () => "own hooks",
  );
  // As the app's pages are answered.
  http.setNotFoundHandler((request, reply) => reply.code(request.url.startsWith("/game") ? 200 : 404).send("page"));
  await http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => http.close());

test("pages have one label, files of the build another, and so have unknown addresses", async () => {
  for (const url of ["/", "/index.html", "/game", "/game?course=1", "/assets/words-4f3c273a.js", "/robots.txt"])
    await http.inject(url);
  for (const url of ["/wp-login.php", "/.env", "/a/b/c"]) await http.inject(url);
  await http.inject({ method: "DELETE", url: "/" });
  const told = await lines();
  expect(told).toContain(`${count("GET", "page", "2xx")} 4`);
  expect(told).toContain(`${count("GET", "file", "2xx")} 2`);
  expect(told).toContain(`${count("any", "unmatched", "4xx")} 4`);
  expect(told.join("\n")).not.toMatch(/4f3c273a|wp-login|env/);
});

test("errors are counted, and a route keeps its own hooks", async () => {
  await http.inject("/broken");
  await http.inject("/own/7");
  const told = await lines();
  expect(told).toContain("acebay_http_errors_total 1");
  expect(told).toContain(`${count("GET", "/broken", "5xx")} 1`);
  expect(told).toContain(`${count("GET", "/own/:id", "2xx")} 1`);
  expect(told).toContain("acebay_http_in_flight 0");
  expect(told).toContain("acebay_http_unanswered_total 0");
});

test("a caller who leaves before the answer is no longer under way, and was not answered", async () => {
  const { port } = http.server.address() as AddressInfo; // A TCP server's address.
  const leaving = new AbortController();
  const call = fetch(`http://127.0.0.1:${port}/never`, { signal: leaving.signal }).catch(() => "left");
  const until = async (line: string) => {
    while (!(await lines()).includes(line)) await sleep(5);
  };
  await until("acebay_http_in_flight 1");
  leaving.abort();
  expect(await call).toBe("left");
  await until("acebay_http_in_flight 0");
  expect(await lines()).toContain("acebay_http_unanswered_total 1");
});

test("calls that came while the event loop stood still have waited for it", async () => {
  const { port } = http.server.address() as AddressInfo;
  const accepted = new Set<number | undefined>();
  http.server.on("connection", ({ remotePort }) => accepted.add(remotePort));
  const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  // Their connections are the server's, too, before it stands still: what is accepted only then is read even later.
  await expect.poll(() => sockets.every(({ localPort }) => accepted.has(localPort))).toBe(true);
  const answers = sockets.map((socket) => once(socket, "data"));
  for (const socket of sockets) socket.write("GET /late HTTP/1.1\r\nhost: a\r\n\r\n");
  for (const end = performance.now() + 400; performance.now() < end;);
  await Promise.all(answers);
  for (const socket of sockets) socket.destroy();
  const sum = 'acebay_http_request_duration_seconds_sum{method="GET",route="/late",status="2xx"}';
  const seconds = Number(
    (await lines())
      .find((line) => line.startsWith(sum))
      ?.split(" ")
      .at(-1),
  );
  // Each has waited for any part of 0.4 s: together 4 s, more or less.
  expect(seconds).toBeGreaterThan(1);
  expect(seconds).toBeLessThan(9);
});
