/** Who calls, and whether they may: before anything else of a request is read. */
import type { FastifyRequest } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { Permission } from "#platform/shared/route.ts";
import type { Config } from "../config.ts";
import { isLoopback, networkOf } from "./addresses.ts";
import type { Authenticate, Caller, Connection } from "./handlers.ts";

export interface AdmissionDeps {
  config: Config;
  /** The owner of a connection's session cookie, and a cookie for the answer; accounts provides it. */
  authenticate: Authenticate;
}

const callers = new WeakMap<FastifyRequest, Caller | null>();

/** The caller of a request; null before sign-in is checked, and for callers who are not signed in. */
export function callerOf(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}

/** 401 before 403, both before the rest of the request is read. @returns a cookie for the answer */
export async function admit(
  deps: AdmissionDeps,
  permission: Permission,
  request: FastifyRequest,
  attended: boolean,
  remembers = false,
): Promise<string | undefined> {
  const call = { isAttended: attended, isPublic: permission === "public", remembers };
  const found = await deps.authenticate(connectionOf(deps.config, request), call);
  const caller = found?.caller ?? null;
  callers.set(request, caller);
  if (permission === "public") return undefined;
  if (!caller) throw refuseRequest("request.signed_out");
  const allowed =
    permission === "signedIn" || caller.role === "admin" || (permission === "staff" && caller.role === "staff");
  if (!allowed) throw refuseRequest("request.forbidden");
  return found?.cookie;
}

/** A text of the facts that decide what a caller may see. */
export function rightsOf(caller: Caller | null): string {
  return JSON.stringify(caller && [caller.id, caller.role, caller.courseIds]);
}

export function connectionOf(config: Config, request: FastifyRequest): Connection {
  return {
    address: networkOf(request.ip),
    exemptFromAddressLimits: isExempt(config, request.ip),
    cookies: request.cookies,
    secure: request.protocol === "https" || config.publicUrl?.startsWith("https:") === true,
    origin: config.publicUrl ?? `${request.protocol}://${request.host || "localhost"}`,
    userAgent: request.headers["user-agent"],
    key: undefined,
  };
}

/** Limits per address do not count loopback callers outside production (rules, section 2). */
export function isExempt(config: Config, address: string): boolean {
  return !config.production && isLoopback(address);
}
