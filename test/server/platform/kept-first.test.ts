/**
 * Kept answers are given before Fastify sees the call. To the same call Fastify gives the same answer, byte for byte,
 * and it still gets every call that is out of the ordinary.
 */
import { Agent, request, type ServerResponse, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshApp, type TestApp } from "#test/app.ts";

let app: TestApp;
let port: number;
const lines: Record<string, unknown>[] = [];
const agent = new Agent({ keepAlive: true });
const urls = [
  "/api/courses",
  "/api/courses?",
  "/api/courses?x=1&y=%20",
  "/api/courses/1",
  "/api/courses/1/sponsors",
  "/api/courses/1/winners",
  "/api/packages",
  "/api/sponsored-prizes?courseId=1",
  "/api/config",
];
beforeAll(async () => {
  app = await freshApp({
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    env: { TRUSTED_PROXIES: "1" },
  });
  port = await app.listen();
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

interface Answer {
  status: number | undefined;
  /** Names and values in turns, as they came. */
  head: readonly string[];
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(path: string, headers: OutgoingHttpHeaders = {}, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request({ port, host: "127.0.0.1", path, method, headers, agent }, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () =>
        done({
          status: reply.statusCode,
          head: reply.rawHeaders.map((text, n) =>
            /^(date|x-request-id)$/i.test(reply.rawHeaders[n - 1] ?? "") ? "" : text,
          ),
          headers: reply.headers,
          body: Buffer.concat(parts).toString("latin1").replace(String(reply.headers["x-request-id"]), ""),
        }),
      );
    });
    sent.on("error", fail).end();
  });
}

/** Every call with a length, even of nothing, goes to Fastify. */
const byFastify = (path: string, headers: OutgoingHttpHeaders = {}, method = "GET") =>
  ask(path, { ...headers, "content-length": "0" }, method);

/** What Fastify answered while `work` ran: it writes by our class of answers, what is kept goes past it. */
async function answeredByFastify(work: () => Promise<unknown>): Promise<number> {
  const ours: unknown = await new Promise((done) => {
    app.http.server.once("request", (_request, reply: ServerResponse) => done(Object.getPrototypeOf(reply)));
    void ask("/healthz");
  });
  const written = vi.spyOn(ours as ServerResponse, "writeHead");
  try {
    await work();
    return written.mock.calls.length;
  } finally {
    written.mockRestore();
  }
}

const encodings = [
  "gzip",
  "br",
  "br;q=0, gzip",
  "gzip;q=0.0",
  "deflate",
  "*",
  "GZIP",
  "identity",
  ", ,",
  "br, gzip",
  "zstd",
];
/** Lets answers be kept, in every encoding. They are kept for 15 seconds. */
async function warm(asked: readonly string[] = urls): Promise<void> {
  for (const url of asked)
    for (const encoding of ["identity", "gzip", "br"]) await byFastify(url, { "accept-encoding": encoding });
}

test("the same bytes by both ways, for all addresses, encodings, tags and other headers", async () => {
  await warm();
  const tags = await Promise.all(urls.map(async (url) => String((await ask(url)).headers.etag)));
  const some = fc.record(
    {
      "accept-encoding": fc.constantFrom(...encodings),
      "if-none-match": fc.constantFrom(...tags, tags.join(", "), "*", 'W/"none"', ""),
      cookie: fc.constantFrom("acebay_session=none", "lang=es", ""),
      accept: fc.constantFrom("text/html", "application/json"),
      "accept-language": fc.constant("es"),
      "x-forwarded-for": fc.constant("203.0.113.9"),
      "x-forwarded-host": fc.constantFrom("range.example", "no host", "a.example, b.example"),
      "x-forwarded-proto": fc.constant("https"),
      host: fc.constantFrom("localhost", "[::1]:3000", "no host", "a%00b"),
      range: fc.constant("bytes=0-9"),
      "if-modified-since": fc.constant("Thu, 26 Nov 2026 00:00:00 GMT"),
      "x-request-id": fc.constant("mine"),
      origin: fc.constant("https://evil.example"),
      connection: fc.constantFrom("close", "keep-alive"),
    },
    { requiredKeys: [] },
  );
  const statuses = new Set<number | undefined>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...urls), some, fc.constantFrom("GET", "HEAD"), async (url, headers, method) => {
      const [kept, whole] = [await ask(url, headers, method), await byFastify(url, headers, method)];
      statuses.add(kept.status);
      expect({ ...kept, headers: {} }).toEqual({ ...whole, headers: {} });
    }),
    { numRuns: 400 },
  );
  expect(statuses).toEqual(new Set([200, 304, 400]));
});

test("ordinary calls never reach Fastify, and those that are out of the ordinary do", async () => {
  for (const url of urls) {
    await warm([url]);
    const ordinary = async () => {
      for (const encoding of ["gzip", "br", "br;q=0, gzip", "GZIP", "zstd, br, gzip"])
        expect((await ask(url, { "accept-encoding": encoding })).status).toBe(200);
      const { headers } = await ask(url, { cookie: "acebay_session=none" });
      expect((await ask(url, { "if-none-match": headers.etag })).status).toBe(304);
    };
    expect(await answeredByFastify(ordinary)).toBe(0);
  }
  const others: [string, OutgoingHttpHeaders?, string?][] = [
    ["/api/courses", {}, "HEAD"],
    ["/api/courses", {}, "OPTIONS"],
    ["/api/courses", { host: "no host" }],
    ["/api/courses", { "x-forwarded-host": "no host" }],
    ["/api/packages", { "accept-encoding": "deflate" }],
    ["/api/courses", { "content-length": "0" }],
    ["/api/courses/", {}],
    ["/api/courses/2?never=asked", {}],
    ["/api/courses/x", {}],
  ];
  const odd = async () => {
    for (const [url, headers, method] of others) await ask(url, headers, method);
  };
  expect(await answeredByFastify(odd)).toBe(others.length);
});

test("each has an id of its own, a line in the log and its place in the metrics, as at Fastify", async () => {
  await warm();
  const figures = async () => {
    const { body } = await ask("/metrics", { host: "127.0.0.1" });
    const route = 'method="GET",route="/api/courses/:id/sponsors",status="2xx"';
    const at = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(body)?.[1]);
    return {
      timed: at(`acebay_http_request_duration_seconds_count\\{${route}\\}`),
      answers: at("acebay_http_responses_total"),
      open: at("acebay_http_in_flight"),
    };
  };
  const before = await figures();
  lines.length = 0;
  const kept = await ask("/api/courses/1/sponsors");
  const again = await ask("/api/courses/1/sponsors");
  const whole = await byFastify("/api/courses/1/sponsors");
  const after = await figures();
  expect(after).toEqual({ timed: before.timed + 3, answers: before.answers + 4, open: before.open });
  const ids = [kept, again, whole].map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(3);
  const logged = lines.filter(({ route }) => route === "/api/courses/:id/sponsors");
  expect(logged.map(({ reqId }) => reqId)).toEqual(ids);
  const [one, , other] = logged.map(({ time: _, reqId: __, ms, ...line }) => ({ ...line, ms: typeof ms }));
  expect(one).toEqual(other);
});

test("a change is seen at once", async () => {
  await warm();
  await app.owner.pool.query("UPDATE packages SET name = 'Changed' WHERE id = 1");
  await expect.poll(async () => (await ask("/api/packages")).body).toContain("Changed");
});

test("while the process ends, Fastify answers and closes the connection", async () => {
  await warm();
  app.drain.begin();
  const closing = async () => {
    const [kept, whole] = [await ask("/api/courses"), await byFastify("/api/courses")];
    expect(kept.headers.connection).toBe("close");
    expect({ ...kept, headers: {} }).toEqual({ ...whole, headers: {} });
  };
  expect(await answeredByFastify(closing)).toBe(2);
});
