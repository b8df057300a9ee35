/**
 * One line for every call that was answered, and one for every entry of the audit trail. A call's line has the pattern
 * of its route, never the address with its ids: `reqId` is the id that the answer had as `x-request-id`. A refused call also has
 * the code of its answer and, where the database was the reason, why.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RouteDef, StreamDef } from "#platform/shared/route.ts";
import type { Database } from "./db/database.ts";
import { reasonOf } from "./http/errors.ts";
import type { KeptCall } from "./http/kept-first.ts";

/** One of so many successful calls of what is sampled is logged. */
const ONE_OF = 100;
const UNMATCHED = "unmatched";
/** The role of a caller who is not signed in, or was not looked up. */
const NOBODY = "none";

/** Logs each answer of 503 from now on, for servers that do not log every call: no 503 leaves without a line. */
export function logUnavailable(http: FastifyInstance): void {
  http.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    if (status !== 503) return;
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? UNMATCHED;
    request.log.warn({ method, route, status, ms: rounded(elapsedTime), ...reasonOf(request) }, "call");
  });
}

/**
 * Logs calls from now on.
 * @param roleOf the caller's role; undefined if nobody is signed in
 * @param sampled routes that are called too often for a line each
 * @returns logs an answer that no hook has seen
 */
export function logCalls(
  http: FastifyInstance,
  roleOf: (request: FastifyRequest) => string | undefined,
  sampled: ReadonlySet<RouteDef | StreamDef>,
): (call: KeptCall) => void {
  let calls = 0;
  http.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    const { method, routeOptions } = request;
    const { contract } = routeOptions.config;
    const isSampled = status < 400 && contract !== undefined && sampled.has(contract);
    if (isSampled && calls++ % ONE_OF !== 0) return;
    const of = isSampled ? { of: ONE_OF } : {};
    const [ms, role] = [rounded(elapsedTime), roleOf(request) ?? NOBODY];
    request.log.info(
      { method, route: routeOptions.url ?? UNMATCHED, status, ms, role, ...reasonOf(request), ...of },
      "call",
    );
  });
  return ({ id, route, status, ms }) =>
    http.log.info({ reqId: id, method: "GET", route, status, ms: rounded(ms), role: NOBODY }, "call");
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** Logs what is entered into the audit trail, once it is committed. @returns what ends it */
export function logDeeds(databases: ReadonlySet<Database>, log: Pick<FastifyInstance["log"], "info">): () => void {
  const ends = [...databases].map((db) => db.onDeed((deed) => log.info({ event: "deed", ...deed }, deed.action)));
  return () => {
    for (const end of ends) end();
  };
}
