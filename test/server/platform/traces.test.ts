/** Operations: what a trace shows of a payment, what it never shows, and whose `traceparent` counts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, buy, claim, freshApp, packs, shoot, type TestApp } from "#test/app.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { type Traces, startTraces } from "#platform/server/tracing/telemetry.ts";
import { bodyOf } from "#test/calls.ts";
import { type Collector, type SentSpan, startCollector } from "#test/collector.ts";
import { courseRoutes } from "#features/courses/contract.ts";

const TRUSTED = "10.1.2.3";
const NAME = "Wilhelmina Tracer";
const EMAIL = "wilhelmina.tracer@example.com";
const PARENT = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const traceparent = `00-${PARENT.trace}-${PARENT.span}-01`;

let collector: Collector;
let traces: Traces;
let app: TestApp;
let code: string;
let spans: SentSpan[];
beforeAll(async () => {
  collector = await startCollector();
  traces = await startTraces({ endpoint: collector.endpoint, ratio: 1 });
  app = await freshApp({ env: { TRUSTED_PROXIES: TRUSTED } });
  await app.player(NAME, EMAIL);
  const golfer = await app.signIn(EMAIL);
  code = await app.mailedCode(EMAIL);
  const { body } = await buy(golfer, { pack: packs.sponsored });
  await shoot(golfer, body.session.id);
  await claim(golfer, body.session.id, "left");
  await app.jobs.runAll();
  for (const address of [TRUSTED, "203.0.113.9"]) {
    const headers = { traceparent, "x-forwarded-for": "203.0.113.9", "x-forwarded-host": "localhost" };
    await browserOf(app.http, address).call(accountRoutes.me, { headers });
  }
  await app.http.inject({ url: "/wp-login.php?email=stranger@example.com" });
  // As the process does when it ends.
  await traces.close();
  spans = collector.spans();
});
afterAll(async () => {
  await app.close();
  collector.close();
});

const attribute = (span: SentSpan | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value.stringValue;
const named = (name: string) => spans.filter((span) => span.name === name);
const childrenOf = (span: SentSpan | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);

test("a payment is one tree: its call, its statements, and the payment service", async () => {
  const [payment] = named("POST /api/process-payment");
  expect(payment?.parentSpanId).toBeUndefined();
  expect(attribute(payment, "http.route")).toBe("/api/process-payment");
  expect(attribute(payment, "acebay.request_id")).toMatch(/^[0-9a-f-]{36}$/);
  const children = childrenOf(payment);
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(["gateway charge", "SELECT"]));
  const charge = children.find(({ name }) => name === "gateway charge");
  // The sandbox keeps its books in the same database.
  expect(childrenOf(charge).length).toBeGreaterThan(0);
  const texts = children.map((span) => attribute(span, "db.query.text") ?? "");
  expect(texts.some((text) => /insert into "?orders"?/i.test(text) && text.includes("$1"))).toBe(true);
  expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([payment?.traceId]));
});

test("jobs have traces of their own, by name", () => {
  const [reconcile] = named("job reconcile");
  expect(reconcile).toBeDefined();
  expect(childrenOf(reconcile).length).toBeGreaterThan(0);
});

test("nothing in it says who somebody is, or what somebody typed", () => {
  // Any digits may stand in a moment or a span's number by chance.
  const text = collector.text().replaceAll(/"\w+(?:Id|UnixNano)":"\w+"/g, "");
  expect(spans.length).toBeGreaterThan(30);
  expect(text).toContain("/api/attempts");
  const secrets = [NAME, "Wilhelmina", EMAIL, "wilhelmina", "555 010", "4242", "34119", code, "wp-login", "stranger@"];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/\b(?:127\.0\.0\.1|203\.0\.113\.9|10\.1\.2\.3)\b/);
});

test("a traceparent counts from a trusted proxy, and from nobody else", async () => {
  const calls = named("GET /api/me").filter((span) => !span.parentSpanId || span.parentSpanId === PARENT.span);
  const followed = calls.filter(({ traceId }) => traceId === PARENT.trace);
  expect(followed.map(({ parentSpanId }) => parentSpanId)).toEqual([PARENT.span]);
  expect(calls.length).toBeGreaterThan(followed.length);
});

test("a call that no route answers is traced without its address", () => {
  expect(named("GET unmatched").map((span) => attribute(span, "http.route"))).toEqual(["unmatched"]);
});

test("a call for which nothing is traced any more costs no span", async () => {
  const before = collector.spans().length;
  await bodyOf(app.browser().call(courseRoutes.listCourses));
  expect(collector.spans().length).toBe(before);
});
