/** A caller with cookies, typed by the contracts. A call is answered or refused, or (status 0) its reply is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { ReplyOf, RouteDef, SendOf, SuccessStatus } from "#platform/shared/route.ts";
import type { Chance } from "./chance.ts";

/** Longer than the server's own deadline for a gateway. */
const TIMEOUT_MS = 30_000;

export interface Refused {
  ok: false;
  status: number;
  code: string;
}
export type Reply<R extends RouteDef> = (ReplyOf<R> & { ok: true }) | Refused;
export type Send<R extends RouteDef> = SendOf<R> & { key?: string | undefined };

/** What the callers saw, besides the answers in the log. */
export interface Tally {
  /** Sends that were repeated, because the reply was lost or the server was away. */
  retries: number;
  /** Answers of 500, by route. They are always wrong, because a database that is away gives 503. */
  faults: Map<string, number>;
  /** Final refusals, by code. */
  refusals: Map<string, number>;
  onCall?: ((sent: Sent) => void) | undefined;
}

/** A send: when it went and was answered (`performance.now()`), the status (0 is a lost reply), and what it was about. */
export interface Sent {
  from: number;
  to: number;
  status: number;
  /** The method and the contract's path, and why it was refused, by code. */
  route: string;
  code?: string | undefined;
}

export interface Caller {
  readonly cookies: Map<string, string>;
  /** One send. */
  call<R extends RouteDef>(route: R, send: Send<R>): Promise<Reply<R>>;
  /** Sends until there is an answer. The call must be safe to repeat. Each try calls `send` again. */
  persist<R extends RouteDef>(route: R, send: () => Send<R>): Promise<{ reply: Reply<R>; tries: number }>;
}

/** Whether the outcome of a call is unknown. The product's own client then repeats it, too. */
export function isOpen(reply: { ok: boolean; status: number; code?: string }): boolean {
  return !reply.ok && (reply.status === 0 || reply.status >= 500 || reply.code === "request.in_progress");
}

export function makeCaller(url: string, chance: Chance, tally: Tally): Caller {
  const cookies = new Map<string, string>();

  async function call<R extends RouteDef>(route: R, given: Send<R>): Promise<Reply<R>> {
    const send: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; key?: string } =
      given as object; // The same, without its types.
    let path: string = route.path;
    for (const [name, value] of Object.entries(send.params ?? {})) path = path.replace(`{${name}}`, value);
    const query = new URLSearchParams(send.query).toString();
    const headers: Record<string, string> = {};
    if (cookies.size > 0) headers["cookie"] = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (send.body !== undefined) headers["content-type"] = "application/json";
    if (send.key !== undefined) headers["idempotency-key"] = send.key;
    let response: Response;
    let text: string;
    const from = performance.now();
    const about = `${route.method} ${route.path}`;
    const heard = (status: number, code?: string) =>
      tally.onCall?.({ from, to: performance.now(), status, route: about, code });
    try {
      response = await fetch(`${url}${path}${query ? `?${query}` : ""}`, {
        method: route.method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(send.body === undefined ? {} : { body: JSON.stringify(send.body) }),
      });
      text = await response.text();
    } catch {
      heard(0, "network.failed");
      return { ok: false, status: 0, code: "network.failed" };
    }
    heard(response.status, response.ok ? undefined : codeOf(text));
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const { status } = response;
    if (status === 500) tally.faults.set(route.path, (tally.faults.get(route.path) ?? 0) + 1);
    if (!(status in route.replies)) return { ok: false, status, code: codeOf(text) };
    const schema = route.replies[status as SuccessStatus]; // The status was just checked to be one of the route's.
    const body = schema ? z.parse(schema, JSON.parse(text)) : undefined;
    return { ok: true, status, body } as Reply<R>; // Parsed by the schema that the type is made from.
  }

  return {
    cookies,
    call,
    persist: async (route, send) => {
      for (let tries = 1; ; tries += 1) {
        const reply = await call(route, send());
        if (!isOpen(reply)) return { reply, tries };
        tally.retries += 1;
        await sleep(chance.between(200, 800));
      }
    },
  };
}

const refusal = z.object({ error: z.object({ code: z.string() }) });

function codeOf(text: string): string {
  try {
    return z.parse(refusal, JSON.parse(text)).error.code;
  } catch {
    return "service.unreadable";
  }
}
