/** The same security headers on every answer: of every route and role, every status, streams, and Node's own refusals. */
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/server/config.ts";
import { contentPolicy, securityHeaders } from "#platform/server/http/headers.ts";
import { freshApp } from "#test/app.ts";
import { call, exchange, type RawReply } from "#test/raw-http.ts";
import { makeWorld, type World } from "#test/server/crossing/fuzz-world.ts";

let world: World;
let port: number;
const statuses = new Set<number>();
beforeAll(async () => {
  world = await makeWorld();
  port = await world.app.listen();
});
afterAll(() => world.app.close());

const expected = securityHeaders(readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: "x" }));

/** What an answer lacks, or says otherwise than it may. */
function problems(reply: RawReply, what: string): string[] {
  statuses.add(reply.status);
  return problemsOf(reply.headers).map((problem) => `${what} (${reply.status}): ${problem}`);
}
function problemsOf(headers: IncomingHttpHeaders): string[] {
  const found = Object.keys(expected).filter((name) => headers[name] === undefined);
  for (const [name, value] of Object.entries(expected)) {
    // A page's policy has its own style sheets, a logo's allows nothing; what is public may be kept.
    if (name === "content-security-policy" || name === "cache-control") continue;
    if (headers[name] !== value) found.push(`${name} is ${String(headers[name])}`);
  }
  const policy = String(headers["content-security-policy"]);
  if (policy.includes("unsafe")) found.push("its policy is unsafe");
  if (!policy.includes("sandbox"))
    for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      if (!policy.includes(part)) found.push(`its policy lacks ${part}`);
  if (!/^[\w-]{8,}$/.test(String(headers["x-request-id"]))) found.push("no x-request-id");
  const type = headers["content-type"] ?? "";
  if (type.startsWith("text/") && !type.includes("charset=utf-8")) found.push(`${type} has no charset`);
  return found;
}

const cookieOf = (role: "player" | "admin") => ({
  cookie: [...world.people[role].cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

test("every operation has the security headers, for strangers and for its owner", async () => {
  const found: string[] = [];
  for (const { method, path, body, owner } of world.operations) {
    if (/logout|forget|delete|others/.test(path)) continue;
    const sent = body ? { body: JSON.stringify(body) } : {};
    const type = { "content-type": "application/json" };
    found.push(...problems(await call(port, method, path, { ...sent, headers: type }), `${method} ${path}`));
    if (owner === "signed out" || path.startsWith("/assets/")) continue;
    const headers = { ...type, ...cookieOf(owner === "admin" ? "admin" : "player") };
    found.push(...problems(await call(port, method, path, { ...sent, headers }), `${method} ${path} by ${owner}`));
  }
  expect(found).toEqual([]);
}, 60_000);

test("every status that can be provoked has them", async () => {
  await world.signInAgain();
  const json = { "content-type": "application/json" };
  const script = world.operations.find(({ url }) => /^\/assets\/index-.*\.js$/.test(url))?.url ?? "";
  const courses = await call(port, "GET", "/api/courses");
  const cases: [string, string, Parameters<typeof call>[3]?][] = [
    ["GET", "/nowhere"],
    ["GET", "/%ff"],
    ["GET", "/%00"],
    ["GET", `/api/courses/${"a".repeat(300)}`],
    ["GET", "/landing"],
    ["GET", "/", { headers: cookieOf("player") }],
    ["HEAD", "/landing"],
    ["OPTIONS", "/"],
    ["TRACE", "/landing"],
    ["GET", "/api/courses", { headers: { "if-none-match": String(courses.headers.etag) } }],
    ["GET", script, { headers: { range: "bytes=0-9" } }],
    ["GET", script, { headers: { range: "bytes=99999999-" } }],
    ["GET", script, { headers: { "if-match": '"x"' } }],
    ["POST", "/api/login", { headers: json, body: "{" }],
    ["POST", "/api/login", { headers: json, body: `"${"x".repeat(70_000)}"` }],
    ["POST", "/api/login", { headers: { "content-type": "text/plain" }, body: "x" }],
    ["POST", "/api/logout", { headers: { origin: "https://evil.example" } }],
    ["GET", "/healthz", { headers: { expect: "wonders" } }],
  ];
  const found: string[] = [];
  for (const [method, path, options] of cases)
    found.push(...problems(await call(port, method, path, options), `${method} ${path.slice(0, 40)}`));
  for (let n = 0; n < 61; n += 1) {
    const reply = await call(port, "GET", "/api/players/nobody", { headers: cookieOf("player") });
    if (reply.status === 429) found.push(...problems(reply, "too many"));
  }
  expect(found).toEqual([]);
  expect([...statuses].toSorted((one, other) => one - other)).toEqual(
    expect.arrayContaining([200, 206, 302, 304, 400, 401, 403, 404, 412, 413, 415, 416, 417, 429]),
  );
});

describe("Node's own refusals have them, and the usual shape of errors:", () => {
  test.each([
    ["no HTTP at all", ["HELLO\r\n\r\n"], 400, "request.invalid"],
    ["a letter that no address may hold", ["GET /\u00ff HTTP/1.1\r\nHost: x\r\n\r\n"], 400, "request.invalid"],
    [
      "two lengths",
      ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
      400,
      "request.invalid",
    ],
    [
      "a length and chunks",
      ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
      400,
      "request.invalid",
    ],
    [
      "headers without end",
      [`GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`],
      431,
      "request.headers_too_large",
    ],
  ])("%s", async (_, bytes, status, code) => {
    const [head = "", body = ""] = (await exchange(port, ...bytes)).split("\r\n\r\n");
    const [line, ...lines] = head.split("\r\n");
    expect(line).toContain(`HTTP/1.1 ${status} `);
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 2)]),
    );
    expect(problemsOf(headers)).toEqual([]);
    expect(JSON.parse(body)).toEqual({
      error: { code, message: expect.any(String), requestId: headers["x-request-id"] },
    });
  });

  test("no Host", async () => {
    const head = (await exchange(port, "GET / HTTP/1.1\r\n\r\n")).toLowerCase();
    expect(head).toContain("http/1.1 400 ");
    for (const name of Object.keys(expected)) expect(head).toContain(`\r\n${name}: `);
  });
});

test("an error names its request by the id in the header", async () => {
  const reply = await call(port, "GET", "/api/me", { headers: { "x-request-id": "mine" } });
  expect(JSON.parse(reply.body).error.requestId).toBe(reply.headers["x-request-id"]);
  expect(reply.headers["x-request-id"]).not.toBe("mine");
});

test("no cache, not even the browser's own, keeps private answers, also those with an ETag, and caches ask again for public ones each time", async () => {
  const kept = async (path: string, headers = {}) =>
    (await call(port, "GET", path, { headers })).headers["cache-control"];
  expect(await kept("/api/me", cookieOf("player"))).toBe("private, no-store");
  expect(await kept("/api/me")).toBe("private, no-store");
  expect(await kept("/api/courses")).toBe("no-cache");
  expect(await kept("/nowhere")).toBe("private, no-cache");
  const ended = await call(port, "POST", `${sessionPath()}/complete`, { headers: cookieOf("player") });
  expect(ended.status).toBe(200);
  const tagged = await call(port, "GET", sessionPath(), { headers: cookieOf("player") });
  expect(tagged.headers["cache-control"]).toBe("private, no-store");
  const tag = { ...cookieOf("player"), "if-none-match": String(tagged.headers["etag"]) };
  const again = await call(port, "GET", sessionPath(), { headers: tag });
  expect([again.status, again.headers["cache-control"]]).toEqual([304, "private, no-store"]);
});
function sessionPath(): string {
  return world.operations.find(({ url }) => url === "/api/sessions/:id")?.path ?? "";
}

test("a page's policy allows its own style sheets and no other; a nonce stands where one is given", async () => {
  const page = await call(port, "GET", "/landing");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/style-src 'self' 'sha256-[^']+'/);
  expect(page.body).not.toMatch(/ style="/);
  expect(String((await call(port, "GET", "/index.html")).headers["content-security-policy"])).toContain(
    "style-src 'self';",
  );
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: "x" });
  expect(contentPolicy(config, { nonce: "abc" })).toMatch(/script-src [^;]*'nonce-abc'; style-src 'self' 'nonce-abc'/);
});

test("over https they demand https for a year, for subdomains, too", async () => {
  const app = await freshApp({ env: { PUBLIC_URL: "https://play.example.com" } });
  const { headers } = await call(await app.listen(), "GET", "/healthz");
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  await app.close();
});
