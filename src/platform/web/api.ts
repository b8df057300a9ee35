/** Calls to the server. The route's contract types the call and parses the reply. */
import * as z from "zod/mini";
import {
  ASIDE,
  askedOf,
  type ReplyOf,
  type RouteDef,
  type Scalars,
  type SendOf,
  type SuccessStatus,
  UNATTENDED,
} from "#platform/shared/route.ts";
import { isAttended } from "./attended.ts";
import { apiWords } from "./api-words.ts";
import { noteAnswer } from "./online.ts";
import { noteServerTime } from "./server-time.ts";
import { proofGiven } from "./step-up.ts";
import { createStore } from "./store.ts";
import { translated, untilLearned } from "./translate.ts";
import { wordsNow } from "./words.ts";

/** The server's refusal, or (status 0) that no answer came at all. `message` is the sentence a person reads. */
export class ApiError extends Error {
  /** HTTP status; 0 when the network failed. */
  readonly status: number;
  /** Stable dotted code, such as `play.active_session`; `network.failed` for status 0. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;

  constructor(error: {
    status: number;
    code: string;
    message: string;
    details?: Readonly<Record<string, unknown>> | undefined;
    retryAfter?: number | undefined;
  }) {
    super(error.message);
    this.name = "ApiError";
    this.status = error.status;
    this.code = error.code;
    this.details = error.details;
    this.retryAfter = error.retryAfter;
  }

  /** Whether the outcome is unknown: the request may or may not have reached the server. */
  get isNetworkFailure(): boolean {
    return this.status === 0;
  }
}

interface Options {
  /** Sent as `Idempotency-Key`: retry with the same key and the server answers as it did the first time. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Reaches the server also when the page is closed at once. */
  keepalive?: true;
}

declare const isKept: unique symbol;
/** A key that the tab keeps (`callOnce`): only with one may a route be called that `adds`. */
export type KeptKey = string & { readonly [isKept]: true };

/** The second argument of `call`: optional when the route requires nothing. What adds something has a kept key. */
export type CallArgs<R extends RouteDef> = R extends { adds: true }
  ? [send: SendOf<R> & Options & { idempotencyKey: KeptKey }]
  : object extends SendOf<R>
    ? [send?: SendOf<R> & Options]
    : [send: SendOf<R> & Options];

interface LooseSend extends Options {
  params?: Scalars;
  query?: Scalars;
  body?: unknown;
}

/** What `CallArgs` holds, without its types. */
export function looseSend<R extends RouteDef>(args: CallArgs<R>): LooseSend {
  return (args[0] ?? {}) as LooseSend;
}

/**
 * Calls a route and gives its reply, discriminated by `status`. If the server wants a fresh proof of the person's
 * identity, the person is asked for it, and the call is sent again.
 * @throws ApiError for every refusal, for a network failure (status 0), and for an answer that breaks the contract
 * @example const reply = await call(accountRoutes.login, { body: { email } });
 *          if (reply.status === 202) askForCode(reply.body.challenge);
 */
export async function call<R extends RouteDef>(route: R, ...args: CallArgs<R>): Promise<ReplyOf<R>> {
  return (await exchange(route, args)).reply;
}

/** As `call`, with the answer itself, for its headers. */
export async function exchange<R extends RouteDef>(
  route: R,
  args: CallArgs<R>,
): Promise<{ reply: ReplyOf<R>; response: Response }> {
  const send = looseSend<R>(args);
  const response = await answerOf(route, send);
  const text = await response.text().catch(() => "");
  const json = parseJson(text);
  if (!(response.status in route.replies)) {
    const refusal = refusalOf(response, json);
    if (refusal.code === "accounts.step_up_needed" && (await proofGiven())) return exchange(route, args);
    await untilLearned();
    throw refusal;
  }
  const schema = route.replies[response.status as SuccessStatus]; // The status was just checked to be one of the route's.
  const body = schema ? z.safeParse(schema, json) : { success: true as const, data: undefined };
  if (!body.success) {
    throw new ApiError({
      status: response.status,
      code: "contract.broken",
      message: wordsNow(apiWords).broken,
    });
  }
  // Parsed by the schema from which the type is made.
  return { reply: { status: response.status, body: body.data } as ReplyOf<R>, response };
}

/** The statuses of a proxy while the server is away. */
const AWAY: readonly number[] = [502, 504];

async function answerOf(route: RouteDef, send: LooseSend): Promise<Response> {
  const { url, header } = askedOf(route, send.params, send.query);
  const headers: Record<string, string> = { accept: "application/json" };
  if (header !== undefined) headers[ASIDE] = header;
  if (send.body !== undefined) headers["content-type"] = "application/json";
  if (route.method === "GET" && !isAttended()) headers[UNATTENDED] = "1";
  if (send.idempotencyKey !== undefined) headers["idempotency-key"] = send.idempotencyKey;
  try {
    const response = await fetch(url, {
      method: route.method,
      // A reply from the browser's cache would carry an old time. Only routes with an ETag may use it,
      // and it keeps the public ones of them alone.
      cache: route.etag ? "default" : "no-store",
      credentials: "include",
      headers,
      ...(send.body === undefined ? {} : { body: JSON.stringify(send.body) }),
      ...(send.signal ? { signal: send.signal } : {}),
      keepalive: !!send.keepalive,
    });
    // A proxy that cannot reach the server does not count as an answer of the server.
    noteAnswer(!AWAY.includes(response.status));
    noteServerTime(response.headers.get("date"));
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    noteAnswer(false);
    throw new ApiError({
      status: 0,
      code: "network.failed",
      message: wordsNow(apiWords).unreachable,
    });
  }
}

const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.optional(z.record(z.string(), z.unknown())) }),
});

/** The refusal in an answer, and who else must know that the session ended does. */
export function refusalOf(response: Response, json: unknown): ApiError {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const parsed = z.safeParse(errorBody, json);
  const error = parsed.success
    ? parsed.data.error
    : { code: "service.unreadable", message: wordsNow(apiWords).unreadable };
  if (response.status === 401 && error.code === "request.signed_out") signedOut.set(signedOut.get() + 1);
  return new ApiError({
    ...error,
    status: response.status,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How often the server no longer knew the session. */
const signedOut = createStore(0);

/** Calls the listener whenever the server no longer knows the session. @returns a function that stops listening */
export const onSignedOut = signedOut.listen;

/** A sentence for any thrown thing, in the language of the screen: the server's own when there is one. */
export function messageOf(error: unknown, otherwise = wordsNow(apiWords).wrong): string {
  return error instanceof ApiError ? translated(error.message, error.code) : otherwise;
}
