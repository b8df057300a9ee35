/** A stand-in for an OpenTelemetry collector: it takes OTLP over HTTP as JSON and keeps what came. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as it travels (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface Collector {
  endpoint: string;
  /** All that has come, byte for byte. */
  text(): string;
  spans(): SentSpan[];
  close(): void;
}

export function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      if (request.url === "/v1/traces") bodies.push(body);
      reply.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // A TCP server's address.
      done({
        endpoint: `http://127.0.0.1:${port}`,
        text: () => bodies.join("\n"),
        spans: () =>
          bodies.flatMap((body) => {
            const { resourceSpans } = JSON.parse(body) as Export;
            return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
          }),
        close: () => server.close(),
      });
    });
  });
}
