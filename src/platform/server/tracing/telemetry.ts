/** OpenTelemetry's SDK behind our spans. Its packages are loaded here and nowhere else, and only when traces are wanted. */
import { AsyncLocalStorage } from "node:async_hooks";
import type * as Api from "@opentelemetry/api";
import { ConfigError, type TracesConfig } from "../config.ts";
import { type Tracer, traceBy } from "./spans.ts";

/** The optional peers of package.json, as they are installed by hand. */
export const PACKAGES = [
  "@opentelemetry/api@1.10.0",
  "@opentelemetry/exporter-trace-otlp-http@0.301.0",
  "@opentelemetry/resources@3.1.0",
  "@opentelemetry/sdk-trace@3.1.0",
];

/** The last spans have this long to leave when the process ends. */
const LAST_MS = 5_000;

export interface Traces {
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

/**
 * Traces the whole process from now on.
 * @throws ConfigError if the packages are missing, in one sentence
 */
export async function startTraces({ endpoint, ratio }: TracesConfig): Promise<Traces> {
  const loaded = await load();
  const { api, sdk, exporter, resources } = loaded;
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "acebay" }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  traceBy(tracerOf(api, provider.getTracer("acebay")));
  return {
    close: async () => {
      traceBy(undefined);
      const late = new Promise<void>((done) => setTimeout(done, LAST_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

async function load() {
  try {
    const [api, sdk, exporter, resources] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
    return { api, sdk, exporter, resources };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are missing: npm install --no-save --ignore-scripts --prefix dist ${PACKAGES.join(" ")}`,
      { cause: error },
    );
  }
}

function tracerOf(api: typeof Api, made: Api.Tracer): Tracer {
  const { SERVER, CLIENT, INTERNAL } = api.SpanKind;
  const kinds = { server: SERVER, client: CLIENT, internal: INTERNAL };
  const current = new AsyncLocalStorage<Api.Context>();
  return {
    begin: ({ name, kind, attributes, traceparent, childOnly }) => {
      const here = current.getStore();
      if (childOnly && !here) return undefined;
      const caller = traceparent === undefined ? undefined : contextOf(traceparent);
      const parent = caller ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller) : (here ?? api.ROOT_CONTEXT);
      const span = made.startSpan(name, { kind: kinds[kind], ...(attributes ? { attributes } : {}) }, parent);
      const context = api.trace.setSpan(parent, span);
      return {
        within: (work) => current.run(context, work),
        end: ({ attributes: more, error, failed = error !== undefined } = {}) => {
          if (more) span.setAttributes(more);
          // Its class only: a message may quote what somebody sent.
          if (error instanceof Error) span.setAttribute("error.type", error.constructor.name);
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** Reads a `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header); undefined for anything else. */
function contextOf(header: string): Api.SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
