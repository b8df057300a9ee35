/** A newer release in front of a server, for tests of how open pages take it. */
import { once } from "node:events";
import { createServer, request as ask, type ServerResponse } from "node:http";

/**
 * A proxy in front of the server: it can serve a newer worker, also one that waits when it is to take over, or answer as
 * if the server were down.
 */
export async function proxyTo(target: string) {
  const state = { worker: "", waits: false, away: false };
  const server = createServer((incoming, outgoing) => {
    if (state.away) return void outgoing.writeHead(502).end("Bad gateway");
    const { method, url: path, headers } = incoming;
    const passed = ask(new URL(path ?? "/", target), {
      method,
      headers: { ...headers, "accept-encoding": "identity" },
    });
    passed.on("response", (reply) => {
      if (path === "/sw.js") return void send(outgoing, reply.statusCode, state, reply);
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number }; // A TCP server's address.
  return { url: `http://127.0.0.1:${port}`, state, close: () => (server.closeAllConnections(), server.close()) };
}

/** The worker's script with something of a later release in it. */
async function send(
  outgoing: ServerResponse,
  status = 502,
  { worker, waits }: { worker: string; waits: boolean },
  reply: AsyncIterable<Buffer>,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  outgoing.writeHead(status, { "content-type": "text/javascript", "cache-control": "no-cache" });
  outgoing.end(
    Buffer.concat(parts)
      .toString()
      .replace(/"version":"/, `$&${worker}`)
      .replaceAll("skipWaiting()", waits ? "clients.matchAll()" : "$&"),
  );
}
