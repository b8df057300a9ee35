/** The types between a contract and its handlers: a missing handler or an undeclared reply does not compile. */
import type { Readable } from "node:stream";
import type { KeyInUse } from "./idempotency.ts";
import type { Work } from "../work/task.ts";
import type * as z from "zod/mini";
import type { FileType, Permission, ReplyOf, RequestOf, RouteDef, StreamDef } from "#platform/shared/route.ts";

/** Who calls, as the session cookie proved it. */
export interface Caller {
  readonly id: string;
  /** The player ID without hyphens: bodies and paths may name the caller by it. */
  readonly playerId: string;
  readonly role: "player" | "staff" | "admin";
  /** The courses that a member of staff serves; empty for everyone else. */
  readonly courseIds: readonly number[];
  /** The browser that the caller's device belongs to, for limits per device. */
  readonly browserId: string | null;
  /** When they last proved, in this session, that it is them; null for a player on a known device. */
  readonly provedAt: Date | null;
  /** Of staff and administrators. */
  readonly hasPasskey: boolean;
}

/** What a handler may know of the connection. */
export interface Connection {
  /** What limits count: the client's address, of IPv6 its /64 (`networkOf`). */
  readonly address: string;
  /** Limits per address do not count these callers (loopback outside production). */
  readonly exemptFromAddressLimits: boolean;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly secure: boolean;
  /** Scheme, host and port that the browser shows: of `PUBLIC_URL`, or as the call names them without one. */
  readonly origin: string;
  /** What the browser says it is: fit for a label, never for a decision. */
  readonly userAgent: string | undefined;
  /** As it is kept (`keptKey`), not as it came. */
  readonly idempotencyKey: string | undefined;
  /** The key of an idempotent route's call, to note with it what was made. */
  readonly key: KeyInUse | undefined;
}

export type CallerOf<P extends Permission> = P extends "public" ? Caller | null : Caller;

export type HandlerRequest<R extends Pick<RouteDef, "params" | "query" | "body" | "permission">> = RequestOf<R> & {
  caller: CallerOf<R["permission"]>;
  connection: Connection;
  /** Has heavy work done beside the calls, as long as this caller waits for it. */
  work: Work;
};

/** The answer of a route with `file`: its bytes, and the name to save it under; signs unsafe in a name are replaced. */
export interface FileReply {
  status: 200;
  body: Readable | Uint8Array;
  filename: string;
}

/** A reply may carry headers besides its body, such as `set-cookie` or `link`. */
export type HandlerReply<R extends RouteDef> = (R extends { readonly file: FileType } ? FileReply : ReplyOf<R>) & {
  headers?: Readonly<Record<string, string | string[]>>;
};

export type Authenticate = (
  connection: Connection,
  call: { isAttended: boolean; isPublic: boolean },
) => Promise<{ caller: Caller; cookie?: string } | null>;

export type Handler<R extends RouteDef> = (request: HandlerRequest<R>) => Promise<HandlerReply<R>>;

/** An exhaustive map: one handler a route of the contract. */
export type Handlers<Routes extends Readonly<Record<string, RouteDef>>> = { [K in keyof Routes]: Handler<Routes[K]> };

/** A stream's opener: refuses, or says of each event which topic wakes it and how to load what it sends. */
export type StreamHandler<S extends StreamDef> = (
  request: HandlerRequest<S>,
) => Promise<{ [E in keyof S["events"]]: { topic: string; load: () => Promise<z.output<S["events"][E]>> } }>;
