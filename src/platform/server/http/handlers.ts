/** The types between contracts and handlers: a missing handler or an undeclared reply does not compile. */
import type { Readable } from "node:stream";
import type { KeyInUse } from "./idempotency.ts";
import type { Work } from "../work/task.ts";
import type * as z from "zod/mini";
import type { FileType, Permission, ReplyOf, RequestOf, RouteDef, StreamDef } from "#platform/shared/route.ts";
import type { StreamSource } from "../live/stream.ts";

/** The caller, proved by the session cookie. */
export interface Caller {
  readonly id: string;
  /** The player ID without hyphens; bodies and paths may use it for the caller. */
  readonly playerId: string;
  readonly role: "player" | "staff" | "admin";
  /** The courses that a member of staff serves; empty for everyone else. */
  readonly courseIds: readonly number[];
  /** The browser of the caller's device, for limits by device. */
  readonly browserId: string | null;
  /** The caller's latest proof in this session; null for a player on a known device. */
  readonly provedAt: Date | null;
  /** Of staff and administrators. */
  readonly hasPasskey: boolean;
}

/** What a handler knows of the connection. */
export interface Connection {
  /** What limits count: the client's address, for IPv6 its /64 (`networkOf`). */
  readonly address: string;
  /** Limits per address do not count these callers (loopback outside production). */
  readonly exemptFromAddressLimits: boolean;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly secure: boolean;
  /** Scheme, host and port that the browser shows: from `PUBLIC_URL`, otherwise from the call. */
  readonly origin: string;
  /** The browser's own description: good for a label, never for a decision. */
  readonly userAgent: string | undefined;
  /** The key of an idempotent route's call, to record with it what was made. */
  readonly key: KeyInUse | undefined;
}

export type CallerOf<P extends Permission> = P extends "public" ? Caller | null : Caller;

export type HandlerRequest<R extends Pick<RouteDef, "params" | "query" | "body" | "permission">> = RequestOf<R> & {
  caller: CallerOf<R["permission"]>;
  connection: Connection;
  /** Runs heavy work in a worker while this caller waits for it. */
  work: Work;
};

/** The answer of a route with `file`: its bytes, and the file name, in which unsafe characters are replaced. */
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
  call: { isAttended: boolean; isPublic: boolean; remembers: boolean },
) => Promise<{ caller: Caller; cookie?: string } | null>;

export type Handler<R extends RouteDef> = (request: HandlerRequest<R>) => Promise<HandlerReply<R>>;

/** One handler for each route of the contract. */
export type Handlers<Routes extends Readonly<Record<string, RouteDef>>> = { [K in keyof Routes]: Handler<Routes[K]> };

/** Knows callers' sign-ins by keys, so that many can be asked about at once. */
export interface SignIns {
  /** The key of a connection's sign-in; undefined without one. */
  keyOf: (connection: Connection) => string | undefined;
  /** The callers of the sign-ins that still hold, by key. */
  callersOf: (keys: readonly string[]) => Promise<ReadonlyMap<string, Caller>>;
}

/** Opens a stream: refuses, or gives for each event the topic that wakes it and the functions that load it. */
export type StreamHandler<S extends StreamDef> = (
  request: HandlerRequest<S>,
) => Promise<{ [E in keyof S["events"]]: StreamSource<z.output<S["events"][E]>> }>;
