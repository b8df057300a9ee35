/**
 * A route is one value: method, path, permission, request and a reply for every status. The server binds it, the
 * client parses by it, OpenAPI is printed from it.
 */
import type * as z from "zod/mini";

/** Who may call: anybody; anyone signed in; staff and administrators; administrators. Required, so none is forgotten. */
export type Permission = "public" | "signedIn" | "staff" | "admin";

/** Under pressure, lists (reports and exports too) give way before bookings, and bookings before play (shots and claims). */
export type Urgency = "play" | "booking" | "list";

/** The header of a call that no person caused: a poll, or a reading after a live event. */
export const UNATTENDED = "x-unattended";

/** The header of what a call asks beside its query (`RouteDef.aside`), written like a query: `q=Ann+Lee`. */
export const ASIDE = "x-query";

export type SuccessStatus = 200 | 201 | 202 | 204 | 402;

/** The types of file with which a route may answer instead of JSON. */
export type FileType = "text/csv" | "application/pdf" | "image/webp";

export interface RouteDef {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{name}` marks a parameter. */
  readonly path: `/${string}`;
  readonly permission: Permission;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /**
   * Fields of the query that may name a person. Our callers send them in the header `x-query`, because addresses are
   * written into logs, histories and `Referer`.
   */
  readonly aside?: readonly string[];
  readonly body?: z.ZodMiniType;
  /** A form checks by the body what is typed: only then the browsers' files have the body's schema. */
  readonly form?: true;
  /** The body of each reply; `null` is none. 402 is here because a declined payment is an answer, not a refusal. */
  readonly replies: { readonly [S in SuccessStatus]?: z.ZodMiniType | null };
  /** Answers 200 with a file of this type to be saved under a name; `replies` is then empty. Refusals stay JSON. */
  readonly file?: FileType;
  /** Bytes that a body may have, for routes that take a picture; without it 64 KiB. */
  readonly bodyLimit?: number;
  /** Takes an `Idempotency-Key`: the first answer is kept and given again. */
  readonly idempotent?: true;
  /**
   * Each call adds something, so that a second one under another key adds it twice; of other calls the second is refused
   * or changes nothing. The desk keeps the key until it knows the answer (`call-keys.ts`).
   */
  readonly adds?: true;
  /** Asks for a proof of the last ten minutes that it is still the same person. Calls of the desk that change something say yes or no. */
  readonly stepUp?: boolean;
  /** In production an administrator needs a passkey to call it, as for routes of administrators with `stepUp`. */
  readonly passkey?: true;
  /** At most `max` calls in `seconds`, counted by client address or by account. */
  readonly limit?: { readonly per: "address" | "account"; readonly max: number; readonly seconds: number };
  /** Without it, files and what the desk reads are lists, and everything else is a booking (`urgencyOf`). */
  readonly urgency?: Urgency;
  /** Blank text stays blank and not absent: an emptied field differs from one that was not sent. */
  readonly blanks?: "kept";
  /** Fields of the body of which null and blank are refused, because absence stands for all there is. */
  readonly said?: readonly string[];
  /** Answers with an ETag, and 304 when nothing changed. */
  readonly etag?: true;
  /**
   * For a public answer that is equal for all callers: the topics after whose change it is made anew. Until then it is
   * kept in memory, with an ETag, and no sign-in is read for it.
   */
  readonly kept?: readonly string[];
}

/** Each changing call of the desk says whether it moves money, terms or roles; otherwise it does not compile. */
type Said<R> = R extends { permission: "staff" | "admin"; method: "POST" | "PATCH" | "DELETE" }
  ? { readonly stepUp: boolean }
  : unknown;

export function defineRoute<const R extends RouteDef>(route: R & Said<R>): R {
  return route;
}

/** How urgent a route's calls are. */
export function urgencyOf({ urgency, method, permission, file }: RouteDef): Urgency {
  if (urgency) return urgency;
  const isOfDesk = permission === "staff" || permission === "admin";
  return method === "GET" && (isOfDesk || file !== undefined) ? "list" : "booking";
}

/** The event of a stream's heartbeat, every 15 seconds. It says only that the connection still carries something. */
export const ALIVE = "alive";

/** A stream of server-sent events: the names of its events, each with the shape of what it carries. */
export interface StreamDef {
  readonly path: `/${string}`;
  readonly permission: Permission;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

export function defineStream<const S extends StreamDef>(stream: S): S {
  return stream;
}

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** The parts of the request that a handler gets. */
export interface RequestOf<R extends Pick<RouteDef, "params" | "query" | "body">> {
  params: Out<R["params"]>;
  query: Out<R["query"]>;
  body: Out<R["body"]>;
}

/** What a caller of the route sends. */
export type SendOf<R extends RouteDef> = (In<R["params"]> extends undefined ? unknown : { params: In<R["params"]> }) &
  (In<R["query"]> extends undefined ? unknown : { query?: In<R["query"]> }) &
  (In<R["body"]> extends undefined
    ? unknown
    : object extends In<R["body"]>
      ? { body?: In<R["body"]> }
      : { body: In<R["body"]> });

/** The replies that a route may give, as a union discriminated by `status`. */
export type ReplyOf<R extends RouteDef> = {
  [S in keyof R["replies"] & SuccessStatus]: { status: S; body: Out<R["replies"][S]> };
}[keyof R["replies"] & SuccessStatus];

/** Values of parameters and of a query. */
export type Scalars = Readonly<Record<string, string | number | boolean | undefined>>;

/** Fills `{name}` in a contract's path and adds the query; undefined values are left out. */
export function urlOf(path: string, params: Scalars = {}, query: Scalars = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

/** A call's address, and the header for the rest of its query; without such a rest the header is undefined. */
export function askedOf(
  { path, aside = [] }: Pick<RouteDef, "path" | "aside">,
  params: Scalars = {},
  query: Scalars = {},
): { url: string; header: string | undefined } {
  const isAside = ([name]: readonly [string, unknown]) => aside.includes(name);
  const parts = Object.entries(query);
  const header = urlOf("", {}, Object.fromEntries(parts.filter(isAside))).slice(1);
  const rest = Object.fromEntries(parts.filter((part) => !isAside(part)));
  return { url: urlOf(path, params, rest), header: header === "" ? undefined : header };
}
