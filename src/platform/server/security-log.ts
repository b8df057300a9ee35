/**
 * One line for every sign-in, wrong code, lock, 403 and 429, which the metrics also count. A line has the ids of
 * accounts and routes, and the caller's network (`loggedNetwork`): never a code, cookie, address or name.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { loggedNetwork } from "./http/addresses.ts";

export type SecurityEvent =
  | { event: "signed_in"; account: string; by: "registration" | "device" | "code" | "passkey" }
  | { event: "wrong_code"; account: string; purpose: string }
  /** `of`: whether the lock is for browsers that are new to the account, or for one of its devices. */
  | { event: "codes_locked"; account: string; purpose: string; of: "new_browsers" | "device"; seconds: number }
  | { event: "refused"; status: number; method: string; route: string; account: string | undefined };

export interface SecurityLog {
  note(event: SecurityEvent, address: string): void;
  /** The number of each event since the start. */
  counts(): ReadonlyMap<SecurityEvent["event"], number>;
}

export function createSecurityLog(log: Pick<FastifyBaseLogger, "info">): SecurityLog {
  const counts = new Map<SecurityEvent["event"], number>(
    (["signed_in", "wrong_code", "codes_locked", "refused"] as const).map((event) => [event, 0]),
  );
  return {
    note: (event, address) => {
      counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
      log.info({ ...event, from: loggedNetwork(address) }, `security: ${event.event}`);
    },
    counts: () => counts,
  };
}

/** Logs every answer of 403 and 429. @param accountOf the caller, if signed in */
export function logRefusals(
  http: FastifyInstance,
  security: SecurityLog,
  accountOf: (request: FastifyRequest) => string | undefined,
): void {
  http.addHook("onResponse", async (request, { statusCode: status }) => {
    if (status !== 403 && status !== 429) return;
    const { method, url: route = "" } = request.routeOptions;
    security.note({ event: "refused", status, method: String(method), route, account: accountOf(request) }, request.ip);
  });
}
