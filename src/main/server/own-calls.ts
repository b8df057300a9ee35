/** Calls that the server makes to itself for a request. */
import type { FastifyRequest } from "fastify";

/** What lets a call of our own count as its cause: from the same socket, through the same proxies. */
export function sameConnection(request: FastifyRequest, also: readonly string[]) {
  const names = [...also, "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"];
  const headers = names.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { remoteAddress: request.socket.remoteAddress ?? "", headers: Object.fromEntries(headers) };
}
