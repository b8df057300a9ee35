/**
 * How long calls take, by the pattern of their route and the class of their status, and how many are under way. What a
 * route needs is made when it is bound, so that a call only adds to counts.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, onRequestHookHandler, onResponseHookHandler, RouteOptions } from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { reasonOf } from "../http/errors.ts";
import { watchLoopWaits } from "./loop-waits.ts";

/** The objectives' bounds are among them: 0.1 s for a shot, 0.25 s for a page, 2.5 s for a payment. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The labels of calls without a contract: a page, a file of the build, and an unknown address. */
const PAGE = "page";
const FILE = "file";
const UNMATCHED = "unmatched";
const UNKNOWN = "unknown";

/** Measures every route that is bound afterwards. @returns notes an answer that no hook has seen, by its route's pattern */
export function watchCalls(
  http: FastifyInstance,
  registry: Registry,
): { noteKept: (call: { route: string; status: number; ms: number }) => void } {
  const registers = [registry];
  const answered = new Counter({
    name: "acebay_http_responses_total",
    help: "Answers of this process.",
    registers,
  });
  const errors = new Counter({ name: "acebay_http_errors_total", help: "Answers of 500 and above.", registers });
  const unavailable = new Counter({
    name: "acebay_http_unavailable_total",
    help: "Answers of 503, by their code and by what they came from: `why` of the log.",
    labelNames: ["code", "why"],
    registers,
  });
  const cut = new Counter({
    name: "acebay_http_unanswered_total",
    help: "Calls whose connection closed before their answer was written; streams are not counted.",
    registers,
  });
  const seconds = new Histogram({
    name: "acebay_http_request_duration_seconds",
    help: "From a call to the end of its answer, its wait for the event loop too, by route pattern; streams count only when refused.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const calls = openOnes((raw) => {
    if (!raw.writableEnded) cut.inc();
  });
  const streams = openOnes();
  const waits = watchLoopWaits();
  http.addHook("onClose", async () => waits.close());
  gauge(registry, "acebay_http_in_flight", "Calls that are not answered yet, without streams.", calls.count);
  gauge(registry, "acebay_streams_open", "Open streams of this process.", streams.count);

  const timed = (method: string, route: string) => {
    const classes: (Histogram.Internal<string> | undefined)[] = [];
    return (status: number, ms: number) => {
      const kind = Math.floor(status / 100);
      (classes[kind] ??= seconds.labels(method, route, `${kind}xx`)).observe(ms / 1000);
    };
  };

  http.addHook("onRoute", (route) => {
    const isStream = route.config?.contract !== undefined && !("method" in route.config.contract);
    const open = isStream ? streams : calls;
    const note = timed(methodOf(route), labelOf(route));
    const begin: onRequestHookHandler = (_request, { raw }, done) => {
      open.begin(raw);
      waits.begin(raw);
      done();
    };
    const end: onResponseHookHandler = (_request, reply, done) => {
      // A stream lasts as long as its listener stays.
      if (!isStream || reply.statusCode >= 400) note(reply.statusCode, reply.elapsedTime + waits.of(reply.raw));
      done();
    };
    route.onRequest = [begin, ...listOf(route.onRequest)];
    route.onResponse = [...listOf(route.onResponse), end];
  });

  // Pages of the app are answered where no route is found.
  const page = timed("GET", PAGE);
  const unmatched = timed("any", UNMATCHED);
  http.addHook("onRequest", (request, { raw }, done) => {
    if (request.is404) {
      calls.begin(raw);
      waits.begin(raw);
    }
    done();
  });
  http.addHook("onResponse", (request, { statusCode, elapsedTime, raw }, done) => {
    answered.inc();
    if (statusCode >= 500) errors.inc();
    if (statusCode === 503) unavailable.inc({ code: UNKNOWN, why: UNKNOWN, ...reasonOf(request) });
    if (request.is404) (statusCode === 404 ? unmatched : page)(statusCode, elapsedTime + waits.of(raw));
    done();
  });

  const kept = new Map<string, ReturnType<typeof timed>>();
  return {
    noteKept: ({ route, status, ms }) => {
      answered.inc();
      const note = kept.get(route) ?? timed("GET", route);
      kept.set(route, note);
      note(status, ms + waits.wait());
    },
  };
}

/** A gauge whose value is read at each scrape. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Counts answers under way. One listener serves them all. */
function openOnes(ended?: (raw: ServerResponse) => void) {
  let open = 0;
  function close(this: ServerResponse) {
    open -= 1;
    ended?.(this);
  }
  return {
    count: () => open,
    begin: (raw: ServerResponse) => {
      open += 1;
      raw.on("close", close);
    },
  };
}

/** Each file of the build has a route of its own, and another name in the next build. */
function labelOf({ url }: RouteOptions): string {
  if (url === "/" || url === "/index.html") return PAGE;
  return !url.startsWith("/api/") && /\.\w+$/.test(url) ? FILE : url;
}

/** A file's route is for HEAD and GET together. */
function methodOf({ method }: RouteOptions): string {
  return Array.isArray(method) ? (method.at(-1) ?? "any") : String(method);
}

function listOf<T>(hooks: T | T[] | undefined): T[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks];
}
