import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBeats, type Member } from "./beats.ts";
import { createHub } from "./hub.ts";
import { openStream } from "./stream.ts";

const hub = createHub();
let app = Fastify();
const left: string[] = [];
const sockets: Socket[] = [];
const state = "x".repeat(32 * 1024);
let beat: (() => void) | undefined;
/** Loads that the test answers, in the order in which they began. */
let loads: ((data: unknown) => void)[] = [];
beforeEach(async () => {
  app = Fastify();
  loads = [];
  const deps = { hub, beats: createBeats(), ending: new AbortController().signal };
  const listener = { topic: undefined, readmit: () => Promise.resolve(), check: undefined };
  app.get<{ Params: { name: string } }>("/:name", async (request, reply) => {
    reply.raw.once("close", () => left.push(request.params.name));
    const sources = { state: { topic: "topic", load: () => Promise.resolve(state) } };
    await openStream(reply, deps, sources, listener);
  });
  app.get("/fresh/:name", async (_, reply) => {
    const load = () => new Promise<unknown>((done) => loads.push(done));
    const from = (fresh: unknown) => (fresh === "not for this one" ? undefined : fresh);
    await openStream(reply, deps, { state: { topic: "fresh", load, from } }, listener);
  });
  const byHand = { join: (member: Member) => ((beat = member.beat), () => undefined) };
  app.get("/beating", async (_, reply) => {
    await openStream(reply, { ...deps, beats: byHand }, { state: { topic: "topic", load: async () => "" } }, listener);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
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
  (await listen("reads")).resume();
  (await listen("slow")).pause();
  const announce = () => {
    hub.announce("topic");
    return left;
  };
  // The system's own buffers hold some megabytes first. Well before two heartbeats, after which it was cut off anyway.
  await expect.poll(announce, { interval: 5, timeout: 10_000 }).toEqual(["slow"]);
});

test("a heartbeat is an event, by which a page knows that its connection still carries something", async () => {
  const socket = await listen("beating");
  const heard: string[] = [];
  socket.on("data", (data) => void heard.push(String(data)));
  beat?.();
  await expect.poll(() => heard.join("")).toMatch(/event: alive\ndata: 1\n\n/);
});

/** A listener to a stream whose loads the test answers. */
async function followed(): Promise<{ shows: (...states: string[]) => Promise<void> }> {
  const { port } = app.server.address() as AddressInfo; // It listens on a port.
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket
    .setEncoding("utf8")
    .on("data", (part) => (text += String(part)))
    .write("GET /fresh/one HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await expect.poll(() => loads.length).toBe(1);
  const read = () => [...text.matchAll(/^data: "(.*)"$/gm)].map(([, shown = ""]) => shown);
  return { shows: async (...states) => expect.poll(read).toEqual(states) };
}

const announced = (since: number, now: unknown) => hub.announce("fresh", { since, state: now });

test("a change that began after the last sending is sent as it was announced, and nothing is loaded", async () => {
  const stream = await followed();
  loads[0]?.("first");
  await stream.shows("first");
  announced(performance.now(), "second");
  announced(performance.now(), "third");
  await stream.shows("first", "second", "third");
  expect(loads).toHaveLength(1);
});

test("a change that was under way while something was sent is loaded: its state may be the older one", async () => {
  const stream = await followed();
  loads[0]?.("first");
  await stream.shows("first");
  const [slow, fast] = [performance.now(), performance.now()];
  announced(fast, "second");
  announced(slow, "older than the second");
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.("third");
  await stream.shows("first", "second", "third");
});

test("a state that comes while another is being loaded waits for a load of its own", async () => {
  const stream = await followed();
  announced(performance.now(), "before the first");
  loads[0]?.("first");
  await expect.poll(() => loads.length).toBe(2);
  announced(performance.now(), "while loading");
  loads[1]?.("second");
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.("third");
  await stream.shows("first", "second", "third");
});

test("what is not for this listener, and what another process announces, is loaded", async () => {
  const stream = await followed();
  loads[0]?.("first");
  await stream.shows("first");
  announced(performance.now(), "not for this one");
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.("second");
  await stream.shows("first", "second");
  hub.wake(["fresh"]);
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.("third");
  await stream.shows("first", "second", "third");
});
