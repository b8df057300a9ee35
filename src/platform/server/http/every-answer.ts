/**
 * The headers of every answer. They are set where Node creates it, before Fastify and its hooks, so that streams,
 * errors, undecodable addresses and Node's own refusals have them, too.
 */
import { randomUUID } from "node:crypto";
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { type Refusal, refuseRequest } from "#platform/shared/refusal.ts";

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/** The present or latest answer of a connection. */
const latest = new WeakMap<Socket, ServerResponse>();
const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request; never the one that a caller sends. It is in `x-request-id`, in errors and in the log. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  return id;
}

/** The class of Node's answers. They have the given headers from the start. */
export function answersWith(
  headers: Readonly<Record<string, string>>,
  drain: { readonly isDraining: boolean },
): typeof ServerResponse {
  const pairs = Object.entries(headers);
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      latest.set(request.socket, this);
      for (const [name, value] of pairs) this.setHeader(name, value);
      this.setHeader("x-request-id", requestIdOf(request));
    }

    override writeHead(
      status: number,
      ...rest: [message?: string | undefined, headers?: Head] | [headers?: Head]
    ): this {
      // Closes the connection while draining, so that the client's next request goes to another process.
      if (drain.isDraining) this.setHeader("connection", "close");
      return super.writeHead(status, ...(rest as [])); // Unchanged: Node tells the two forms apart.
    }
  };
}

/** Answers bytes that Node could not read as a request or that came too slowly, and closes the connection. */
export function refuseBytes(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    const answer = latest.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    // The connection is gone, or an answer has begun: a second head would be read as its body.
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    const requestId = randomUUID();
    const body = JSON.stringify(refusal.body(requestId));
    const head = {
      ...headers,
      "x-request-id": requestId,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${body}`);
  };
}

function refusalOf(code: string | undefined): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refuseRequest("request.too_slow");
  if (code === "HPE_HEADER_OVERFLOW") return refuseRequest("request.headers_too_large");
  return refuseRequest("request.invalid", { message: "This is no HTTP request" });
}
