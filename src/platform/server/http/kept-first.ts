/**
 * Kept answers are given as soon as Node has read a call, before Fastify and its hooks: they need no sign-in, have no
 * limit, and their bytes are ready. Fastify gives the same answers to the same calls, and gets every call for which
 * this is not certain.
 */
import type { IncomingMessage, OutgoingHttpHeader, Server, ServerResponse } from "node:http";
import { type HeadMaker, REQUEST_ID, requestIdOf, writeWhole } from "./every-answer.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { type Encoded, type Encoding, encodingFor, isKnown, LEAST_BYTES } from "./kept-text.ts";
import { isHost } from "./readable.ts";

/** An answer whose only open place is the request's id. */
interface Ready {
  status: 200 | 304;
  head: OutgoingHttpHeader[];
  idAt: number;
  body: string | Buffer | undefined;
}

/** A call that was answered. `ms` is how long that took. */
export interface KeptCall {
  id: string;
  /** The pattern of its route. */
  route: string;
  status: number;
  ms: number;
}

export interface KeptFirst {
  /** Also answers a route's kept answers. @param route its pattern @param headers of all its answers */
  add(route: string, kept: Pick<KeptAnswers, "find">, headers: Readonly<Record<string, string>>): void;
}

/**
 * Takes calls before Fastify's listener.
 * @param headOf makes an answer's head of its own headers
 * @param note hears of every call that was answered
 */
export function answerKeptFirst(
  server: Pick<Server, "listeners" | "removeAllListeners" | "on">,
  headOf: HeadMaker,
  drain: { readonly isDraining: boolean },
  note: (call: KeptCall) => void,
): KeptFirst {
  const routes: { route: string; kept: Pick<KeptAnswers, "find">; headers: Readonly<Record<string, string>> }[] = [];
  /** The forms of each answer, made at the first call for each. */
  const forms = new WeakMap<Encoded, Partial<Record<Encoding | "plain" | "known", Ready>>>();

  function formFor(request: IncomingMessage, encoded: Encoded, headers: Readonly<Record<string, string>>) {
    const name = isKnown(request, encoded) ? "known" : (encodingFor(request, encoded.plain) ?? "plain");
    // For a caller who accepts others than we keep, Fastify's plugin chooses and compresses.
    const isOther = request.headers["accept-encoding"] !== undefined && encoded.plain.length >= LEAST_BYTES;
    if (name === "plain" && isOther) return undefined;
    const made = forms.get(encoded) ?? {};
    forms.set(encoded, made);
    const form = made[name] ?? formOf(name, request, encoded, headers);
    if (form) made[name] = form;
    return form;
  }

  function formOf(
    name: Encoding | "plain" | "known",
    request: IncomingMessage,
    { etag, plain, compressed }: Encoded,
    { "content-type": type, ...others }: Readonly<Record<string, string>>,
  ): Ready | undefined {
    const tagged = { etag, vary: "accept-encoding" };
    const of = (status: Ready["status"], own: Readonly<Record<string, string>>, body: Ready["body"]): Ready => {
      const head = headOf(request, own);
      return { status, head, idAt: head.indexOf(REQUEST_ID) + 1, body };
    };
    if (name === "known") return of(304, { ...others, ...tagged }, undefined);
    const typed = { ...others, ...(type === undefined ? {} : { "content-type": type }), ...tagged };
    const sized = ({ length }: Buffer) => ({ "content-length": String(length) });
    // Node sends a text and its head together, and bytes after it.
    if (name === "plain") return of(200, { ...typed, ...sized(plain) }, plain.toString());
    const bytes = compressed[name];
    // The first to ask for an encoding waits for it at Fastify.
    return bytes instanceof Buffer
      ? of(200, { ...typed, "content-encoding": name, ...sized(bytes) }, bytes)
      : undefined;
  }

  function answer(request: IncomingMessage, reply: ServerResponse): boolean {
    if (request.method !== "GET" || drain.isDraining || !isPlain(request)) return false;
    const began = performance.now();
    const { url = "" } = request;
    for (const { route, kept, headers } of routes) {
      const encoded = kept.find(url);
      if (!encoded) continue;
      const form = formFor(request, encoded, headers);
      if (!form) return false;
      const { status, head, idAt, body } = form;
      const id = requestIdOf(request);
      head[idAt] = id;
      writeWhole(reply, status, head);
      reply.end(body);
      note({ id, route, status, ms: performance.now() - began });
      return true;
    }
    return false;
  }

  const [others] = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, reply: ServerResponse) => {
    if (!answer(request, reply)) others?.call(server, request, reply);
  });
  return { add: (route, kept, headers) => void routes.push({ route, kept, headers }) };
}

/** Whether Fastify would surely answer a call as if it had no other headers. */
function isPlain({ headers }: IncomingMessage): boolean {
  const { host, "x-forwarded-host": forwarded } = headers;
  const isReadable = host !== undefined && isHost(host) && (forwarded === undefined || isHost(String(forwarded)));
  return isReadable && headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}
