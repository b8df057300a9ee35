/** Calls by contract: a route is a value, and it gives the types of the request and of the answer. */
import type { ErrorBody, RefusalStatus } from "#platform/shared/refusal.ts";
import { ASIDE, askedOf, type ReplyOf, type RouteDef, type SendOf } from "#platform/shared/route.ts";

/** The body of a reply to a raw call has any type, because each test knows what it has asked for. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

type Headers = Record<string, unknown>;

/** A reply that no contract describes. */
export interface Reply {
  status: number;
  body: Json;
  headers: Headers;
}

/** A refusal says one of these statuses. */
export type Refused = { [S in RefusalStatus]: { status: S; body: ErrorBody } }[RefusalStatus];

/** A test may read `error` of any answer. */
type WithoutError<B> = B extends object ? B & { error?: undefined } : B;
type Accepted<A> = A extends { status: infer S; body: infer B } ? { status: S; body: WithoutError<B> } : never;

/** A file has no replies in its contract: it comes with 200, as text. */
type Replies<R extends RouteDef> = R extends { file: string } ? { status: 200; body: string } : ReplyOf<R>;

/** What a call may get: a reply of the route's contract, or a refusal. */
export type Answer<R extends RouteDef> = (Accepted<Replies<R>> | Refused) & { headers: Headers };

/** A value of which the test knows what it is: all fields that some member of its union has, present, at all depths. */
type Known<T> = [T] extends [string | number | boolean | null | undefined]
  ? T
  : [T] extends [readonly (infer E)[]]
    ? Known<E>[]
    : { [K in T extends unknown ? keyof T : never]: Known<NonNullable<T extends { [P in K]?: infer V } ? V : never>> };

/**
 * An answer of which the test knows whether it was accepted, and with what: it may read each field that the contract
 * has. A field that this answer lacks is undefined all the same.
 */
export interface KnownAnswer<R extends RouteDef> {
  status: number;
  body: Known<Replies<R>["body"]> & ErrorBody;
  headers: Headers;
}

/** For an answer of which the test knows what it is. */
export const known = <R extends RouteDef>(answer: Promise<Answer<R>>): Promise<KnownAnswer<R>> =>
  answer as Promise<{ status: number; body: unknown; headers: Headers }> as Promise<KnownAnswer<R>>; // By its docstring.

type Sent<R extends RouteDef> = SendOf<R> & { headers?: Record<string, string> | undefined };
type Args<R extends RouteDef> = object extends SendOf<R> ? [send?: Sent<R>] : [send: Sent<R>];

/** A call that no contract types: for addresses, methods and bodies that are wrong on purpose. */
export type RawCall = (
  method: RouteDef["method"],
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export interface Calls {
  raw: RawCall;
  /** Calls a route by its contract. */
  call: <R extends RouteDef>(route: R, ...args: Args<R>) => Promise<Answer<R>>;
}

/** Adds the calls by contract to the raw one. */
export function callsBy(raw: RawCall): Calls {
  const call = (route: RouteDef, { params, query, body, headers }: Loose = {}) => {
    const { url, header } = askedOf(route, params, query);
    return raw(route.method, url, body, header === undefined ? headers : { ...headers, [ASIDE]: header });
  };
  return { raw, call: call as Calls["call"] }; // The server parses what it answers by the contract, too.
}

type Replied = Pick<Reply, "status" | "body">;
/** The body that an answer has with a status; a reply to a raw call may have any. */
type BodyWith<A extends Replied, S> = A extends Replied
  ? number extends A["status"]
    ? A["body"]
    : Extract<A, { status: S }>["body"]
  : never;

/** The body of an answer, which must have this status. Without a status it must not be a refusal. */
export async function bodyOf<A extends Replied, S extends A["status"] = Exclude<A["status"], RefusalStatus>>(
  answer: A | Promise<A>,
  status?: S,
): Promise<BodyWith<A, S>> {
  const got = await answer;
  if (status === undefined ? got.status >= 400 : got.status !== status)
    throw new Error(`Expected ${status ?? "no refusal"}, got ${got.status}: ${JSON.stringify(got.body)}`);
  return got.body as BodyWith<A, S>; // Its status is the one that the type is made from.
}

/** The code of a refusal; undefined if the reply is none. */
export function codeOf({ body }: Pick<Reply, "body">): string | undefined {
  return (body as Partial<ErrorBody> | undefined)?.error?.code; // Every refusal has this body, and no other reply has it.
}

/** What must be there. */
export function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("Expected something, got nothing");
  return value;
}

/** The first of a list that must not be empty. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("Expected a list of at least one");
  return first;
}

type Scalars = Readonly<Record<string, string | number | boolean | undefined>>;

/** What `Sent` holds, without its types. */
interface Loose {
  params?: Scalars;
  query?: Scalars;
  body?: unknown;
  headers?: Record<string, string>;
}
