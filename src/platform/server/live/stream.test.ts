import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { createBeats } from "./beats.ts";
import { createHub } from "./hub.ts";
import { openStream } from "./stream.ts";

const hub = createHub();
const app = Fastify();
const left: string[] = [];
const sockets: Socket[] = [];
const state = "x".repeat(32 * 1024);
app.get<{ Params: { name: string } }>("/:name", async (request, reply) => {
  reply.raw.once("close", () => left.push(request.params.name));
  const sources = { state: { topic: "topic", load: () => Promise.resolve(state) } };
  const deps = { hub, beats: createBeats(), ending: new AbortController().signal };
  const listener = { topic: undefined, readmit: () => Promise.resolve(), look: undefined };
  await openStream(reply, deps, sources, listener);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A listener who has got the first bytes. */
async function listen(name: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo; // It listens on a port.
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined).write(`GET /${name} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await once(socket, "data");
  return socket;
}

test("a listener who reads nothing is cut off, and one who reads stays", async () => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  (await listen("reads")).resume();
  (await listen("slow")).pause();
  const announce = () => {
    hub.announce("topic");
    return left;
  };
  // The system's own buffers hold some megabytes first. Well before two heartbeats, after which it was cut off anyway.
  await expect.poll(announce, { interval: 5, timeout: 10_000 }).toEqual(["slow"]);
});
