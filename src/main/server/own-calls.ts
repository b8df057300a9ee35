/** Calls that the server makes to itself for a request. */
import type { FastifyRequest } from "fastify";

/** The headers by which a call of our own counts as coming from its cause: the same socket, through the same proxies. */
export function sameConnection(request: FastifyRequest, also: readonly string[]) {
  const names = [...also, "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"];
  const headers = names.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { remoteAddress: request.socket.remoteAddress ?? "", headers: Object.fromEntries(headers) };
}
