/** Refuses requests that no route could answer, before routing. */
import type { FastifyRequest } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";

/** The latest valid `Host`: nearly every request has the same. */
let good: string | undefined;

/**
 * Refuses the address `*`, an address with a NUL (no file name and no text of PostgreSQL may contain one), and an
 * invalid `Host`.
 * Without a `Host` (HTTP/1.0, as in some health checks) a request passes.
 * @throws request.not_found, request.invalid
 */
export function refuseUnreadable({ url, host }: Pick<FastifyRequest, "url" | "host">): void {
  const path = url.split("?", 1)[0] ?? "";
  if (path === "*" || path.includes("%00")) throw refuseRequest("request.not_found");
  if (host !== "" && !isHost(host)) throw refuseRequest("request.invalid", { message: "The Host header is no host" });
}

/** Whether a `Host` is one. */
export function isHost(host: string): boolean {
  if (host === good) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  good = host;
  return true;
}
