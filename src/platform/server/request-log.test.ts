/** No 503 leaves without saying why: in a line of the log, outside production too, and in a metric. */
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { LogController } from "fastify";
import pg from "pg";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { fromDatabase } from "./db/errors.ts";
import { NoTurn } from "./db/turns.ts";
import { sendError } from "./http/errors.ts";
import { limitTimes, timeLimits } from "./http/time-limits.ts";
import { watchCalls } from "./metrics/calls.ts";
import { logUnavailable } from "./request-log.ts";

const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError("on purpose", 1, "error"), { code });
const ofNetwork = (code: string) => Object.assign(new Error("on purpose"), { code });
const wrapped = (cause: Error) => new Error("Failed query", { cause });
const ANSWER_MS = 200;
const pathOf = (name: string) => `/${name.replaceAll(/[^a-z]/g, "-")}`;

const causes: Readonly<Record<string, [cause: Error, code: string, why: string]>> = {
  "too many connections": [ofDatabase("53300"), "service.database_away", "53300"],
  "a full disk, in a query of drizzle": [wrapped(ofDatabase("53100")), "service.database_away", "53100"],
  "a database that restarts": [ofDatabase("57P01"), "service.database_away", "57P01"],
  "a lock": [ofDatabase("55P03"), "service.busy", "55P03"],
  "a deadlock": [ofDatabase("40P01"), "service.busy", "40P01"],
  "no connection free": [wrapped(new NoTurn("60 wait already")), "service.busy", "60 wait already"],
  "no network": [fromDatabase(ofNetwork("ECONNREFUSED")), "service.database_away", "ECONNREFUSED"],
  "a connection that broke off": [
    new Error("Connection terminated unexpectedly"),
    "service.database_away",
    "Connection terminated",
  ],
  "a database that does not answer": [
    new Error("timeout exceeded when trying to connect"),
    "service.database_away",
    "timeout exceeded when trying to connect",
  ],
  "a refusal of ours": [
    refuseRequest("service.draining", { retryAfter: 5, why: "The process ends" }),
    "service.draining",
    "The process ends",
  ],
};

async function serverWith(): Promise<{ get: (url: string) => Promise<string>; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = [];
  const registry = new Registry();
  const http = Fastify({
    logger: { level: "warn", stream: { write: (line) => void lines.push(JSON.parse(line)) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  watchCalls(http, registry);
  http.setErrorHandler(sendError);
  limitTimes(http, { ...timeLimits, answerMs: ANSWER_MS, fileMs: ANSWER_MS });
  logUnavailable(http);
  http.get("/metrics", () => registry.metrics());
  http.get("/well", () => "well");
  http.get("/never", () => sleep(60_000, "", { ref: false }));
  for (const [name, [cause]] of Object.entries(causes)) http.get(pathOf(name), () => Promise.reject(cause));
  return { lines, get: async (url) => (await http.inject(url)).body };
}

test.each(Object.entries(causes))("%s: the log and the metric say why", async (name, [, code, why]) => {
  const { get, lines } = await serverWith();
  await get("/well");
  await get(pathOf(name));
  // The line is written once the answer has been sent.
  await expect.poll(() => lines).toMatchObject([{ msg: "call", method: "GET", status: 503, code, why }]);
  expect(await get("/metrics")).toContain(`acebay_http_unavailable_total{code="${code}",why="${why}"} 1`);
});

test("a call that took too long", async () => {
  const { get, lines } = await serverWith();
  const { error } = JSON.parse(await get("/never"));
  expect(error.code).toBe("service.busy");
  const why = `No answer came within ${ANSWER_MS} ms`;
  await expect
    .poll(() => lines)
    .toMatchObject([{ route: "/never", status: 503, code: "service.busy", why, reqId: error.requestId }]);
  expect(await get("/metrics")).toContain(`acebay_http_unavailable_total{code="service.busy",why="${why}"} 1`);
});

test("a refusal of 503 does not compile without a cause and a time to come back", () => {
  // @ts-expect-error -- no reason
  expect(refuseRequest("service.busy", { retryAfter: 1 }).why).toBeUndefined();
  // @ts-expect-error -- no time
  expect(refuseRequest("service.busy", { why: "a test" }).retryAfter).toBeUndefined();
  expect(refuseRequest("request.invalid").status).toBe(400);
});
