/**
 * Holds a process to the places that it may connect to, below every library, at Node's own sockets: who makes a library
 * call another host gets no connection. Look-ups of names (UDP) are not held up.
 */
import { Socket } from "node:net";

/** What a socket is asked to connect to: a host and port, or the path of a Unix socket. */
export type Target = { host: string; port: number } | { path: string };

/** A connection that the list does not allow. */
export class OutboundRefused extends Error {}

let list: ((to: Target) => boolean) | undefined;

/** From now on no socket of this process connects to a place that is not allowed. The newest list counts. */
export function limitOutbound(may: (to: Target) => boolean): void {
  const isFirst = list === undefined;
  list = may;
  if (!isFirst) return;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with each socket below
  const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket;
  Socket.prototype.connect = function limited(this: Socket, ...given: unknown[]): Socket {
    const to = targetOf(given);
    if (list?.(to)) return connect.apply(this, given);
    // As a failed connection is told, which every library expects.
    return this.destroy(new OutboundRefused(`${nameOf(to)} is not among the places that this process may call`));
  };
}

/** The forms in which `connect` is called (https://nodejs.org/api/net.html#socketconnect). */
function targetOf(given: readonly unknown[]): Target {
  // Node itself gives one array, in which the options are first.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === "object" && first !== null) {
    const { path, host, port } = first as { path?: string | null; host?: string; port?: number | string };
    return path ? { path } : { host: host ?? "localhost", port: Number(port) };
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) return { path: first };
  return { host: typeof second === "string" ? second : "localhost", port: Number(first) };
}

/** `host:port`, or the path. */
export function nameOf(to: Target): string {
  return "path" in to ? to.path : `${to.host.toLowerCase()}:${to.port}`;
}
