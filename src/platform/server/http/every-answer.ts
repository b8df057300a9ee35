/**
 * The headers of every answer. They are added where Node writes its head, after Fastify and its hooks, so that streams,
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

export const REQUEST_ID = "x-request-id";

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

/** Makes an answer's head of the headers of every answer and its own, which take the place of those of the same name. */
export type HeadMaker = (request: IncomingMessage, own: Readonly<OutgoingHttpHeaders>) => OutgoingHttpHeader[];

/** @returns heads as Node takes them: names and values in turns */
export function headsWith(everywhere: Readonly<Record<string, string>>): HeadMaker {
  const common: OutgoingHttpHeader[] = [...Object.entries(everywhere).flat(), REQUEST_ID, ""];
  const places = new Map(Object.keys(everywhere).map((name, index) => [name, 2 * index + 1]));
  return (request, own) => {
    const head = common.with(common.length - 1, requestIdOf(request));
    for (const name of Object.keys(own)) {
      const value = own[name] as OutgoingHttpHeader; // Node refuses an undefined one.
      const place = places.get(name.toLowerCase());
      if (place === undefined) head.push(name, value);
      else head[place] = value;
    }
    return head;
  };
}

/** The class of Node's answers. They have the headers of every answer, whoever writes their head. */
export function answersWith(headOf: HeadMaker, drain: { readonly isDraining: boolean }): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      latest.set(request.socket, this);
    }

    override writeHead(
      status: number,
      ...rest: [message?: string | undefined, headers?: Head] | [headers?: Head]
    ): this {
      const [message, given] = typeof rest[0] === "string" ? [rest[0], rest[1]] : [undefined, rest[0] ?? rest[1]];
      // Closes the connection while draining, so that the client's next request goes to another process.
      const last = drain.isDraining ? { connection: "close" } : {};
      // As one list: Node keeps, checks and merges headers that are set one by one, which costs more.
      const head = headOf(this.req, { ...this.getHeaders(), ...namesIn(given), ...last });
      return super.writeHead(status, message, head);
    }
  };
}

/** Node itself gives a list of names and values in turns. */
function namesIn(given: Head): OutgoingHttpHeaders | undefined {
  if (!Array.isArray(given)) return given;
  return Object.fromEntries(given.flatMap((name, n) => (n % 2 === 0 ? [[String(name), given[n + 1]]] : [])));
}

/** Writes an answer's whole head, as a `HeadMaker` has made it. */
export function writeWhole(reply: ServerResponse, status: number, head: OutgoingHttpHeader[]): void {
  ServerResponse.prototype.writeHead.call(reply, status, head);
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
      [REQUEST_ID]: requestId,
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
