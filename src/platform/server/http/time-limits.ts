/** The time that a request may take to arrive and to be answered: no connection and no call stays open for ever. */
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { RouteDef, StreamDef } from "#platform/shared/route.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";

export interface TimeLimits {
  /** From the opening of the connection or the end of its last request, to the end of the headers. */
  headersMs: number;
  bodyMs: number;
  /** For routes that take a picture. After `bodyMs` it must also arrive at `uploadRate`. */
  uploadMs: number;
  /** Bytes a second. */
  uploadRate: number;
  /** From the headers to the answer. */
  answerMs: number;
  /** The same for a file, because its reader may be slow. */
  fileMs: number;
  /** A connection without traffic. Streams send a comment more often. */
  idleMs: number;
}

export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 15_000,
  uploadMs: 90_000,
  uploadRate: 8 * 1024,
  answerMs: 30_000,
  fileMs: 300_000,
  idleMs: 60_000,
};

/** Longer than proxies keep a connection to us (often 60 s), so that none sends into a closed one. */
const KEEP_ALIVE_MS = 65_000;

/** Node's part of the limits, for Fastify and for Node's server. */
export function serverLimits({ headersMs, uploadMs, idleMs }: TimeLimits) {
  return {
    // For the whole request; requests without an upload have their own, shorter limit below.
    requestTimeout: uploadMs + headersMs,
    connectionTimeout: Math.max(idleMs, KEEP_ALIVE_MS),
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(2_000, headersMs / 2) },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** How long the route may take from the headers to the answer. */
    answerMs?: number;
  }
}

/** What is to happen at a moment, unless it is ended before. */
interface Deadline {
  at: number;
  /** Undefined once the deadline has passed or was ended. */
  act: (() => void) | undefined;
}

/**
 * Many deadlines with one timer, because one for each request costs more than the rest of its limits. They are met up to
 * a second late, or a twentieth of the answer's time. A deadline that was ended lets go of its call at once. They are in
 * no Set: V8 makes a new table for one after a few additions and deletions, and each old table keeps the next one, so
 * all calls would outlive their answers until the next full collection.
 */
function deadlines(limits: TimeLimits) {
  let open: Deadline[] = [];
  const end = (deadline: Deadline) => {
    deadline.act = undefined;
  };
  const actOnPassed = () => {
    const now = performance.now();
    const passed = open.filter(({ at }) => at <= now);
    for (const deadline of passed) {
      const { act } = deadline;
      end(deadline);
      act?.();
    }
    open = open.filter(({ act }) => act);
  };
  const timer = setInterval(actOnPassed, Math.min(1_000, limits.answerMs / 20, limits.bodyMs / 20)).unref();
  return {
    set: (ms: number, act: () => void): Deadline => {
      const deadline = { at: performance.now() + ms, act };
      open.push(deadline);
      return deadline;
    },
    end,
    close: () => clearInterval(timer),
  };
}

/** Sets limits for every route bound afterwards: the time of its body, and of its answer (503). */
export function limitTimes(http: FastifyInstance, limits: TimeLimits): void {
  const wheel = deadlines(limits);
  const answers = new WeakMap<FastifyRequest, Deadline>();
  http.addHook("onClose", async () => wheel.close());
  http.addHook("onRoute", (route) => {
    route.config = { ...route.config, answerMs: answerLimit(route, limits) };
  });
  http.addHook("onRequest", (request, reply, done) => {
    const { answerMs } = request.routeOptions.config;
    if (answerMs !== undefined)
      answers.set(
        request,
        wheel.set(answerMs, () => endAnswer(reply, answerMs)),
      );
    done();
  });
  http.addHook("onResponse", (request, _reply, done) => {
    const answer = answers.get(request);
    if (answer) wheel.end(answer);
    done();
  });
  http.addHook("preParsing", (request, reply, payload, done) => {
    if (isComing(request)) {
      const stop = whenTooSlow(request, limits, wheel, () => {
        // Answered before its body came (413 by its length), so nobody reads it or would hear of an error.
        if (payload.listenerCount("error") === 0) return void request.raw.socket.destroy();
        void reply.header("connection", "close");
        // The reading ends as at a broken body, and the error is the answer.
        payload.emit("error", refuseRequest("request.too_slow"));
      });
      payload.once("end", stop).once("close", stop);
    }
    done(null, payload);
  });
  http.addHook("preHandler", (request, _reply, done) => {
    // The time of the answer begins once the body has been read.
    const answer = answers.get(request);
    if (answer && hasBody(request)) answer.at = performance.now() + (request.routeOptions.config.answerMs ?? 0);
    done();
  });
}

function endAnswer(reply: FastifyReply, answerMs: number): void {
  if (reply.sent || reply.raw.destroyed) return;
  // A file that is on its way has its head already.
  if (reply.raw.headersSent) reply.raw.destroy();
  else void reply.send(refuseRequest("service.busy", { retryAfter: 1, why: `No answer came within ${answerMs} ms` }));
}

function answerLimit({ config, bodyLimit }: RouteOptions, limits: TimeLimits): number {
  const contract: RouteDef | StreamDef | undefined = config?.contract;
  if (bodyLimit !== undefined) return limits.uploadMs + limits.answerMs;
  const isFile = contract === undefined || ("file" in contract && contract.file !== undefined);
  return isFile ? limits.fileMs : limits.answerMs;
}

function isComing(request: FastifyRequest): boolean {
  return !request.raw.complete && hasBody(request);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** @returns a function that ends the check */
function whenTooSlow(
  request: FastifyRequest,
  limits: TimeLimits,
  wheel: ReturnType<typeof deadlines>,
  refuse: () => void,
): () => void {
  const { socket } = request.raw;
  const isUpload = request.routeOptions.bodyLimit > (request.server.initialConfig.bodyLimit ?? 0);
  if (!isUpload) {
    const body = wheel.set(limits.bodyMs, refuse);
    return () => wheel.end(body);
  }
  const start = { at: performance.now(), bytes: bytesOf(socket) };
  const timer = setInterval(() => {
    const ms = performance.now() - start.at;
    if (ms < limits.bodyMs) return;
    const rate = ((bytesOf(socket) - start.bytes) * 1000) / ms;
    if (ms < limits.uploadMs && rate >= limits.uploadRate) return;
    clearInterval(timer);
    refuse();
  }, limits.bodyMs / 5);
  return () => clearInterval(timer);
}

/** Bytes received on a connection; an injected request has none. */
function bytesOf(socket: Socket | undefined): number {
  return socket?.bytesRead ?? 0;
}
