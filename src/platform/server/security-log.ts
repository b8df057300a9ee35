/**
 * One line for every sign-in, step-up, wrong code, lock, 403 and 429, which the metrics also count. A line has the ids
 * of accounts and routes, and the caller's network (`loggedNetwork`): never a code, cookie, address or name. What goes
 * into the audit trail (roles, verdicts, payouts, refunds, limits) has its line in `request-log.ts`.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { loggedNetwork } from "./http/addresses.ts";

export type SecurityEvent =
  | { event: "signed_in"; account: string; by: "registration" | "device" | "code" | "passkey" }
  | { event: "stepped_up"; account: string; by: "code" | "passkey" }
  | { event: "wrong_code"; account: string; purpose: string }
  /** `of`: whether the lock is for browsers that are new to the account, or for one of its devices. */
  | { event: "codes_locked"; account: string; purpose: string; of: "new_browsers" | "device"; seconds: number }
  | { event: "refused"; status: number; method: string; route: string; account: string | undefined };

export interface SecurityLog {
  /** @param request the id of the call, if the line is written for one */
  note(event: SecurityEvent, address: string, request?: string): void;
  /** The number of each event since the start. */
  counts(): ReadonlyMap<SecurityEvent["event"], number>;
}

export function createSecurityLog(log: Pick<FastifyBaseLogger, "info">): SecurityLog {
  const counts = new Map<SecurityEvent["event"], number>(
    (["signed_in", "stepped_up", "wrong_code", "codes_locked", "refused"] as const).map((event) => [event, 0]),
  );
  return {
    note: (event, address, reqId) => {
      counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
      log.info(
        { ...event, from: loggedNetwork(address), ...(reqId === undefined ? {} : { reqId }) },
        `security: ${event.event}`,
      );
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
    security.note(
      { event: "refused", status, method: String(method), route, account: accountOf(request) },
      request.ip,
      request.id,
    );
  });
}
