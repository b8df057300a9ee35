/** Nobody holds a connection for ever: headers, bodies and uploads that stall are 408, in time. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { timeLimits } from "#platform/server/http/time-limits.ts";
import { type Browser, card, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { call } from "#test/raw-http.ts";

/** As many milliseconds as the real ones have at least twenty-five. */
const limits = { ...timeLimits, headersMs: 600, bodyMs: 600, uploadMs: 2_000, answerMs: 5_000 };
let app: TestApp;
let port: number;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ timeLimits: limits });
  port = await app.listen();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** Sends a head at once and then a byte every `everyMs`. @returns what came back, and when the connection closed */
function trickle(head: string, everyMs: number, bytes = "x"): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.write(head);
    const timer = setInterval(() => socket.write(bytes), everyMs);
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve({ answer, ms: performance.now() - begun });
    });
  });
}
const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const post = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

test("the limits are those that the operator's page names", () => {
  expect(timeLimits).toMatchObject({
    headersMs: 15_000,
    bodyMs: 15_000,
    uploadMs: 90_000,
    uploadRate: 8_192,
    answerMs: 30_000,
  });
});

test("twenty slow bodies are all 408 and closed, while others are served", async () => {
  const slow = Array.from({ length: 20 }, () => trickle(post("/api/login", 5_000), 50));
  expect((await call(port, "GET", "/api/courses")).status).toBe(200);
  for (const { answer, ms } of await Promise.all(slow)) {
    expect(answer).toContain("HTTP/1.1 408 ");
    expect(answer).toContain('"code":"request.too_slow"');
    expect(answer.toLowerCase()).toContain("x-request-id: ");
    expect(ms).toBeLessThan(6_000);
  }
});

test("bodies that come in chunks or stop are 408 and closed, too", async () => {
  const head =
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const [chunked, silent] = await Promise.all([
    trickle(head, 50, "1\r\nx\r\n"),
    trickle(post("/api/login", 9), 60_000),
  ]);
  for (const { answer } of [chunked, silent]) expect(answer).toContain("HTTP/1.1 408 ");
});

test("a body that was refused by its length, and never comes, ends its connection and not the process", async () => {
  const { answer, ms } = await trickle(post("/api/login", 5_000_000), 60_000);
  expect(answer).toContain("HTTP/1.1 413 ");
  expect(ms).toBeLessThan(6_000);
  expect((await call(port, "GET", "/api/courses")).status).toBe(200);
});

test("connections with slow headers, or with none, are closed", async () => {
  const [slow, none] = await Promise.all([trickle("GET / HTTP/1.1\r\nHost: x\r\nA: ", 100), trickle("", 60_000, "")]);
  expect(slow.answer).toContain("HTTP/1.1 408 ");
  expect(Math.max(slow.ms, none.ms)).toBeLessThan(8_000);
});

test("an upload has more time if it comes at eight kilobytes a second", async () => {
  const cookie = `Cookie: ${cookieOf(admin)}\r\n`;
  const upload = post("/api/admin/sponsors/4/logo", 200_000, cookie);
  const [slow, good] = await Promise.all([trickle(upload, 100), trickle(upload, 40, "x".repeat(8_000))]);
  expect(slow.answer).toContain("HTTP/1.1 408 ");
  // All of it arrived, after more than a body's time: it is no JSON.
  expect(good.answer.slice(0, 13)).toBe("HTTP/1.1 400 ");
  expect(good.ms).toBeGreaterThan(limits.bodyMs);
});

test("a body that is too large is still 413", async () => {
  const { status } = await call(port, "POST", "/api/login", {
    headers: { "content-type": "application/json" },
    body: `"${"x".repeat(70_000)}"`,
  });
  expect(status).toBe(413);
});

test("an answer that takes too long is 503, also for a call with a body; its key then gives the result", async () => {
  const slow = await freshApp({ timeLimits: { ...timeLimits, answerMs: 800 } });
  try {
    const golfer = await slow.player();
    const paying = {
      // The sandbox takes four seconds for it.
      paymentInfo: { ...card, cardNumber: "4000000000050007" },
      sessionData: { courseId: 1, packageId: packs.single.packageId, bayNumber: 7 },
      amount: packs.single.price,
    };
    const headers = { "content-type": "application/json", "idempotency-key": "slow", cookie: cookieOf(golfer) };
    const at = await slow.listen();
    const pay = () => call(at, "POST", "/api/process-payment", { headers, body: JSON.stringify(paying) });
    const begun = performance.now();
    const late = await pay();
    expect(performance.now() - begun).toBeLessThan(3_500);
    expect([late.status, JSON.parse(late.body).error.code, late.headers["retry-after"]]).toEqual([
      503,
      "service.busy",
      "1",
    ]);
    let again = await pay();
    for (let tries = 0; tries < 50 && again.status !== 200; tries++) {
      await sleep(200);
      again = await pay();
    }
    expect(JSON.parse(again.body)).toMatchObject({ success: true });
  } finally {
    await slow.close();
  }
});

test("a stream ends when the process ends, and says when to connect again", async () => {
  const cookie = cookieOf(admin);
  const stream = await fetch(`http://127.0.0.1:${port}/api/admin/events`, { headers: { cookie } });
  app.drain.begin();
  const answer = await stream.text();
  expect(answer).toMatch(/event: stats\n/);
  const wait = Number(/retry: (\d+)\n/.exec(answer)?.[1]);
  expect(wait).toBeGreaterThanOrEqual(0);
  expect(wait).toBeLessThanOrEqual(5_000);
  // A stream that is opened while the process drains sends its content and the same hint.
  const late = await fetch(`http://127.0.0.1:${port}/api/admin/events`, { headers: { cookie } });
  expect(await late.text()).toMatch(/event: stats\n[^]*retry: \d+\n/);
  expect((await call(port, "GET", "/readyz")).status).toBe(503);
  expect((await call(port, "GET", "/healthz")).headers.connection).toBe("close");
});

test("above its most connections a server closes the next one, and takes one again when another has left", async () => {
  const small = await freshApp({ env: { MAX_CONNECTIONS: "10" } });
  const at = await small.listen();
  const open = Array.from({ length: 10 }, () => connect(at, "127.0.0.1"));
  await Promise.all(open.map((socket) => new Promise((done) => socket.once("connect", done))));
  await expect(call(at, "GET", "/healthz")).rejects.toThrow(/reset|hang up/i);
  open[0]?.destroy();
  await sleep(100);
  expect((await call(at, "GET", "/healthz")).status).toBe(200);
  for (const socket of open) socket.destroy();
  await small.close();
});
