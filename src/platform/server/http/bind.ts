/** Binds contracts to Fastify: permission, limits, validation, handler and reply, and streams in the same way. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from "fastify";
import type * as z from "zod/mini";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { ASIDE, type RouteDef, type StreamDef, UNATTENDED, urgencyOf } from "#platform/shared/route.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { withUrgency } from "../db/urgency.ts";
import type { Beats } from "../live/beats.ts";
import { callerTopic, type Hub } from "../live/hub.ts";
import type { StreamSlots } from "../live/stream-slots.ts";
import { onceClosed, openStream, type StreamSource } from "../live/stream.ts";
import type { Work } from "../work/task.ts";
import type { Workers } from "../work/workers.ts";
import { networkOf } from "./addresses.ts";
import { admit, type AdmissionDeps, callerOf, connectionOf, isExempt, rightsOf } from "./admission.ts";
import type { Caller, Handlers, SignIns, StreamHandler } from "./handlers.ts";
import { type Answer, type KeptKeys, keptKeys, type KeyInUse, once } from "./idempotency.ts";
import { type CountCall, limitOf } from "./limits.ts";
import { etagOf } from "./etag.ts";
import { fileHeaders } from "./files.ts";
import { keepAnswers } from "./kept-answers.ts";
import type { KeptFirst } from "./kept-first.ts";
import { encode, sendEncoded } from "./kept-text.ts";
import { blankToAbsent } from "./normalise.ts";
import { jsonOf } from "./schemas.ts";

export interface BindDeps extends AdmissionDeps {
  db: Database;
  clock: Clock;
  hub: Hub;
  beats: Beats;
  /** Aborted when the process is about to end. */
  ending: AbortSignal;
  streams: StreamSlots;
  workers: Workers;
  /** Answers kept answers before Fastify sees the call; undefined if it must see them all. */
  keptFirst: KeptFirst | undefined;
  /** The number of the period of listening to other processes; undefined while nobody listens. */
  listeningEpoch: () => number | undefined;
  /** Callers of many connections at once; accounts provides it. */
  signIns: SignIns;
  /** Counts a call with a limit (`callsTogether`). */
  countCall: CountCall;
  /** Refuses a caller without a recent proof, if the route needs one; accounts provides it. */
  requireProof: (route: RouteDef, caller: Caller) => void;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The contract of a bound route, for lists of all routes. */
    contract?: RouteDef | StreamDef;
  }
}

/** The contracts of the bound routes. */
export function contractsOf(routes: readonly RouteOptions[]): (RouteDef | StreamDef)[] {
  return routes.flatMap(({ method, config }) =>
    config?.contract && method === methodOf(config.contract) ? [config.contract] : [],
  );
}

function methodOf(contract: RouteDef | StreamDef): string {
  return "method" in contract ? contract.method : "GET";
}

/** A shared cache may keep public answers, but must ask each time. */
const PUBLIC = "no-cache";
const PUBLIC_JSON = { "cache-control": PUBLIC, "content-type": "application/json; charset=utf-8" };

/** Adds routes to a server. */
export type Binding = (app: FastifyInstance, deps: BindDeps) => void | Promise<void>;

/**
 * Binds every route of a contract to its handler.
 * @param remembers whether its routes for everybody who is signed in take callers from memory, if they need no proof
 */
export function bindRoutes<Routes extends Readonly<Record<string, RouteDef>>>(
  routes: Routes,
  handlers: Handlers<Routes>,
  { remembers = false }: { remembers?: boolean } = {},
): Binding {
  return (app, deps) => {
    for (const name of Object.keys(routes)) {
      const route: RouteDef | undefined = routes[name];
      if (!route) continue;
      // The map pairs each handler with its own route, but the compiler cannot see that in a loop over keys.
      const handle = handlers[name] as unknown as (request: unknown) => Promise<Answer>;
      const isHot = remembers && route.permission === "signedIn" && !route.stepUp;
      const kept = route.kept && keepAnswers(route.kept, deps.hub, deps.listeningEpoch);
      if (kept) deps.keptFirst?.add(fastifyPath(route.path), kept, PUBLIC_JSON);
      const urgency = urgencyOf(route);
      // Work without an urgency is the most urgent, so a shot need not set one.
      const inContext: onRequestHookHandler[] =
        urgency === "play" ? [] : [(_request, _reply, done) => withUrgency(urgency, done)];
      app.route({
        method: route.method,
        url: fastifyPath(route.path),
        config: { contract: route },
        ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
        schema: {
          response: responses(route),
          summary: route.summary,
          tags: [tagOf(route.path)],
          ...requestSchemas(route),
        },
        onRequest: [
          ...inContext,
          async (request, reply) => {
            if (kept) {
              const found = kept.find(request.url);
              return found && sendEncoded(request, reply, found, PUBLIC_JSON);
            }
            const cookie = await admit(deps, route.permission, request, isAttended(request), isHot);
            if (cookie !== undefined) void reply.header("set-cookie", cookie);
            const caller = callerOf(request);
            if (caller) deps.requireProof(route, caller);
            return undefined;
          },
        ],
        // A body's bytes come from the socket, which knows no call.
        preValidation: [...inContext, async (request) => normalise(request, route)],
        // After `onRequest`, so that the account is known.
        preHandler: (request) => holdToLimit(deps, route, request),
        handler: async (request, reply) => {
          const connection = connectionOf(deps.config, request);
          const caller = callerOf(request);
          const { params, query, body } = request;
          const work: Work = (task, ...given) => deps.workers.run(task, given, untilGone(reply));
          if (kept) {
            const found = await kept.make(request.url, async () => {
              const { body: made } = await handle({ params, query, body, caller, work, connection });
              return encode(jsonOf(route.replies[200], made), etagOf(made));
            });
            return sendEncoded(request, reply, found, PUBLIC_JSON);
          }
          const run = (key?: KeyInUse) =>
            handle({ params, query, body, caller, work, connection: { ...connection, key } });
          const keys = route.idempotent ? keysOf(deps.config, request) : undefined;
          const answer =
            keys && caller
              ? await once(
                  deps,
                  {
                    userId: caller.id,
                    keys,
                    route: `${route.method} ${request.url}`,
                    body: request.body,
                  },
                  run,
                )
              : await run();
          const given = answer.headers;
          if (given) void reply.headers(given);
          if (route.file) void reply.headers(fileHeaders(route.file, answer.filename));
          const etag = route.etag ? etagOf(answer.body) : given?.["etag"];
          if (etag) void reply.header("etag", etag);
          // A person's own answer may have a tag, too, for a caller that keeps it in memory; no cache keeps it.
          const isKept = etag !== undefined && route.permission === "public";
          void reply.header("cache-control", isKept ? PUBLIC : "private, no-store");
          if (etag !== undefined && request.headers["if-none-match"]?.includes(String(etag)))
            return reply.code(304).send();
          return reply.code(answer.status).send(withRequestId(answer, request.id) ?? null);
        },
      });
    }
  };
}

/** Every error names its request, also one that a handler answers or that was stored. */
function withRequestId({ status, body }: Answer, requestId: string): unknown {
  if (status < 400 || typeof body !== "object" || body === null || !("error" in body)) return body;
  return { ...body, error: { ...Object(body.error), requestId } };
}

/** Binds a stream of server-sent events. */
export function bindStream<S extends StreamDef>(stream: S, handler: StreamHandler<S>): Binding {
  return (app, deps) => {
    const readRights = async (keys: readonly string[]) => {
      const callersByKey = await deps.signIns.callersOf(keys);
      return new Map([...callersByKey].map(([key, caller]) => [key, rightsOf(caller)]));
    };
    app.route({
      method: "GET",
      url: fastifyPath(stream.path),
      config: { contract: stream },
      schema: { summary: stream.summary, tags: [tagOf(stream.path)], ...requestSchemas(stream) },
      onRequest: async (request) => void (await admit(deps, stream.permission, request, false)),
      preValidation: (request) => normalise(request, {}),
      handler: async (request, reply) => {
        const connection = connectionOf(deps.config, request);
        // Parameters and query were validated by the stream's own schemas.
        const handle = handler as unknown as (request: unknown) => Promise<Readonly<Record<string, StreamSource>>>;
        const { params, query } = request;
        const caller = callerOf(request);
        const sources = await handle({ params, query, body: undefined, caller, connection });
        const rights = rightsOf(caller);
        const readmit = async () => {
          await admit(deps, stream.permission, request, false);
          // The sources were opened with the caller's earlier rights.
          if (rightsOf(callerOf(request)) !== rights) throw refuseRequest("request.forbidden");
        };
        if (caller) {
          const giveBack = await deps.streams.take(caller.id);
          onceClosed(reply.raw, () => void giveBack());
        }
        const topic = caller ? callerTopic(caller.id) : undefined;
        const key = caller ? deps.signIns.keyOf(connection) : undefined;
        const check = key === undefined ? undefined : { read: readRights, key, known: () => rights };
        await openStream(reply, deps, sources, { topic, readmit, check });
      },
    });
  };
}

/** Aborted when an answer's connection closes. Fastify's own signal is aborted as soon as a body has been read. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceClosed(raw, () => gone.abort());
  return gone.signal;
}

/** Our client marks calls that it makes by itself, such as a poll. They do not keep a session alive. */
const isAttended = ({ headers }: FastifyRequest) => headers[UNATTENDED] === undefined;

async function normalise(
  request: FastifyRequest,
  { blanks, said, aside = [] }: Pick<RouteDef, "blanks" | "said" | "aside">,
): Promise<void> {
  request.body = blankToAbsent(request.body ?? {}, blanks === "kept", said);
  request.query = blankToAbsent({ ...Object(request.query), ...askedAside(request, aside) });
}

/** The fields of the query that came in the header. In the address they count as well, for pages of an earlier release. */
function askedAside({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> {
  const header = headers[ASIDE];
  const given = new URLSearchParams(typeof header === "string" && names.length > 0 ? header : "");
  return Object.fromEntries([...given].filter(([name]) => names.includes(name)));
}

function requestSchemas(route: Pick<RouteDef, "params" | "query" | "body" | "permission">) {
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
  };
}

function responses(route: RouteDef): Record<number, z.ZodMiniType> {
  return Object.fromEntries(
    Object.entries(route.replies).flatMap(([status, schema]) => (schema ? [[status, schema]] : [])),
  );
}

function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function tagOf(path: string): string {
  return path.split("/")[2] ?? "acebay";
}

/** The key of a call in its stored forms, if it has one. */
function keysOf(config: Config, request: FastifyRequest): KeptKeys | undefined {
  const key = request.headers["idempotency-key"];
  return typeof key === "string" && key.trim() !== "" ? keptKeys(key.trim(), config.sessionSecrets) : undefined;
}

/** @throws request.too_many when the route's limit is reached */
async function holdToLimit(
  { config, clock, countCall }: BindDeps,
  route: RouteDef,
  request: FastifyRequest,
): Promise<void> {
  const limited = limitOf(route);
  if (!limited) return;
  const { limit, name } = limited;
  if (limit.per === "address" && isExempt(config, request.ip)) return;
  const account = limit.per === "account" ? callerOf(request)?.id : undefined;
  const whose = account === undefined ? `address:${networkOf(request.ip)}` : `account:${account}`;
  const retryAfter = await countCall(`${whose} ${name}`, limit, clock.now());
  if (retryAfter !== undefined) throw refuseRequest("request.too_many", { retryAfter });
}
