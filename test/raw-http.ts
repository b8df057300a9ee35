/**
 * HTTP requests that are sent exactly as given, because `fetch` corrects addresses and headers before it sends them.
 */
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request on a connection of its own; the path goes out as it is. */
export function call(
  port: number,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, method, path, headers: { ...options.headers }, agent: false },
      (reply) => {
        // A stream has no end, so only its head is read.
        const isStream = reply.headers["content-type"]?.startsWith("text/event-stream");
        const read = isStream ? Promise.resolve(reply.destroy()).then(() => "") : text(reply);
        void read.then((body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }), reject);
      },
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** Writes bytes to a connection and reads until the server closes it. @returns all that came, as text */
export function exchange(port: number, ...writes: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let read = "";
    socket.on("data", (chunk: Buffer) => (read += chunk.toString("latin1")));
    socket.on("close", () => resolve(read));
    socket.on("error", reject);
    for (const bytes of writes) socket.write(bytes, "latin1");
  });
}
