/** HTTP as it goes over the wire: `fetch` mends addresses and headers before it sends them. */
import { type IncomingHttpHeaders, request } from "node:http";
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
      (reply) =>
        void text(reply).then(
          (body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }),
          reject,
        ),
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}
