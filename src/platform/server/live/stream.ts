/** Server-sent events on the raw reply (measured lighter than a plugin's; see the decision on the stack). */
import type { FastifyReply } from "fastify";
import type { Hub } from "./hub.ts";

/** Proxies and phones drop silent connections; a comment line keeps them. */
const HEARTBEAT_MS = 15_000;

/**
 * Sends `load()` at once and after each change of the topic; changes during a load are folded into one more.
 * The first load happens before the reply starts, so that its refusal is an ordinary error answer.
 */
export async function openStream(
  reply: FastifyReply,
  hub: Hub,
  stream: { event: string; topic: string; load: () => Promise<unknown> },
): Promise<void> {
  let changed = false;
  let loading = true;
  let closed = false;
  const stop = hub.follow(stream.topic, () => {
    changed = true;
    if (!loading) void send();
  });
  let first: unknown;
  try {
    first = await stream.load();
  } catch (error) {
    stop();
    throw error;
  }
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" });
  const write = (data: unknown) => raw.write(`event: ${stream.event}\ndata: ${JSON.stringify(data)}\n\n`);
  const beat = setInterval(() => raw.write(": still here\n\n"), HEARTBEAT_MS);
  raw.on("close", () => {
    closed = true;
    clearInterval(beat);
    stop();
  });
  async function send(): Promise<void> {
    loading = true;
    try {
      while (changed && !closed) {
        changed = false;
        const data = await stream.load();
        if (!closed) write(data);
      }
    } catch {
      // Signed out, gone, or the database is away: end it; the client reconnects or falls back to polling.
      raw.end();
    } finally {
      loading = false;
    }
  }
  write(first);
  await send();
}
