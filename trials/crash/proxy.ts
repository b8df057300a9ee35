/** A small proxy before two servers: it asks each for `/readyz`, and sends calls only to those that are ready. */
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 100;
/** A server that is gone refuses at once. One that answers late is still there, and the machine may be busy. */
const ANSWER_MS = 15_000;

export interface Proxy {
  url: string;
  close(): Promise<void>;
}

/** An answer of 500 and above. Times are `Date.now()`. */
export interface Failed {
  from: number;
  to: number;
  status: number;
  /** The method and the path, with `{id}` in place of each id. */
  route: string;
  /** Seconds, if the answer said when to come again. */
  retryAfter: string | undefined;
  body: string;
}

/** @param ports of the servers on this machine @param onFailed hears of what a server answered with 500 and above */
export async function startProxy(ports: readonly number[], onFailed?: (one: Failed) => void): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(ports);
  let turn = 0;
  let closed = false;

  async function look(port: number): Promise<void> {
    while (!closed) {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
        () => undefined,
      );
      await reply?.arrayBuffer().catch(() => undefined);
      if (reply?.ok) ready.add(port);
      else ready.delete(port);
      await sleep(LOOK_MS);
    }
  }
  for (const port of ports) void look(port);

  const server = createServer({ keepAliveTimeout: 65_000 }, (call, answer) => {
    const choice = [...ready];
    const port = choice[turn++ % Math.max(1, choice.length)];
    if (port === undefined) {
      answer.writeHead(502).end("No server is ready");
      return;
    }
    const { method, url = "/", headers } = call;
    const from = Date.now();
    const passed = request({ agent, host: "127.0.0.1", port, method, path: url, headers }, (reply: IncomingMessage) => {
      // These headers belong to the connection between proxy and server.
      const { connection: _one, "keep-alive": _other, ...others } = reply.headers;
      const { statusCode: status = 502 } = reply;
      answer.writeHead(status, others);
      if (onFailed && status >= 500) {
        let body = "";
        reply.on("data", (chunk: Buffer) => (body += chunk));
        const route = `${method} ${url.replace(/\?.*/, "").replaceAll(/[0-9a-f-]{36}/g, "{id}")}`;
        reply.on("end", () =>
          onFailed({ from, to: Date.now(), status, route, retryAfter: others["retry-after"], body }),
        );
      }
      reply.on("error", () => answer.destroy());
      reply.pipe(answer);
    });
    passed.on("error", (error) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(`A server broke off: ${error.message}`);
    });
    // When the client is gone, the server is told.
    answer.on("close", () => passed.destroy());
    call.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // A TCP server's address.
    close: async () => {
      closed = true;
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      agent.destroy();
    },
  };
}
