/** A span for each call, named by the pattern of its route. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { trustOf } from "../http/addresses.ts";
import { beginSpan, isTracing, type OpenSpan } from "./spans.ts";

const UNMATCHED = "unmatched";

/**
 * Traces calls from now on, if anything is traced. A `traceparent` counts only from TRUSTED_PROXIES: it decides whether
 * and under which number a call is recorded, so a stranger could hide calls, fill the collector, or write into the
 * traces of others.
 */
export function traceCalls(http: FastifyInstance, { trustedProxies }: Pick<Config, "trustedProxies">): void {
  if (!isTracing()) return;
  const isTrusted = trustedProxies === undefined ? () => false : trustOf(trustedProxies);
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  http.addHook("onRequest", (request, _reply, done) => {
    const { traceparent } = request.headers;
    const believed = isTrusted(request.socket.remoteAddress ?? "", 0) && typeof traceparent === "string";
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? UNMATCHED;
    const span = beginSpan({
      name: `${method} ${route}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route, "acebay.request_id": request.id },
      traceparent: believed ? traceparent : undefined,
    });
    if (!span) return done();
    open.set(request, span);
    span.within(done);
  });
  http.addHook("onResponse", async (request, { statusCode }) => {
    open.get(request)?.end({
      attributes: { "http.response.status_code": statusCode },
      failed: statusCode >= 500,
    });
  });
  // A caller who left gets no answer, and the span would never end.
  http.addHook("onRequestAbort", async (request) => open.get(request)?.end({ failed: true }));
}
