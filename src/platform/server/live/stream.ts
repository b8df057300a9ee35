/** Server-sent events on the raw reply (measured lighter than a plugin's; see the decision on the stack). */
import type { FastifyReply } from "fastify";
import type { Hub } from "./hub.ts";

/** Proxies and phones drop silent connections; a comment line keeps them. Whoever may not listen any more is dropped then. */
const HEARTBEAT_MS = 15_000;

/** What one event of a stream tells, and when it is to be told anew. */
export interface StreamSource {
  topic: string;
  load: () => Promise<unknown>;
}

/**
 * Sends each event's `load()` at once and after each change of its topic; changes during a load are folded into one
 * more. The first loads happen before the reply starts, so that a refusal is an ordinary error answer.
 * @param readmit throws once the listener is signed out, or has another role or other courses
 */
export async function openStream(
  reply: FastifyReply,
  hub: Hub,
  sources: Readonly<Record<string, StreamSource>>,
  readmit: () => Promise<unknown>,
): Promise<void> {
  let closed = false;
  const { raw } = reply;
  const followed = Object.entries(sources).map(([event, { topic, load }]) => {
    let changed = false;
    let loading = true;
    const write = (data: unknown) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    async function send(): Promise<void> {
      loading = true;
      try {
        while (changed && !closed) {
          changed = false;
          const data = await load();
          if (!closed) write(data);
        }
      } catch {
        // Signed out, gone, or the database is away: end it; the client reconnects or falls back to polling.
        raw.end();
      } finally {
        loading = false;
      }
    }
    const stop = hub.follow(topic, () => {
      changed = true;
      if (!loading) void send();
    });
    return { load, write, send, stop };
  });
  const stop = () => followed.forEach((one) => one.stop());
  const firsts = await Promise.all(followed.map(({ load }) => load())).catch((error: unknown) => {
    stop();
    throw error;
  });
  reply.hijack();
  raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" });
  const beat = setInterval(() => {
    raw.write(": still here\n\n");
    // Ended, the client asks again, and is told why not.
    readmit().catch(() => raw.end());
  }, HEARTBEAT_MS);
  raw.on("close", () => {
    closed = true;
    clearInterval(beat);
    stop();
  });
  followed.forEach(({ write }, index) => write(firsts[index]));
  await Promise.all(followed.map(({ send }) => send()));
}
