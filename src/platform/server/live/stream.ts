/** Server-sent events on the raw reply (measured lighter than a plugin's; see the decision on the stack). */
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Hub } from "./hub.ts";

/**
 * Proxies and phones drop silent connections; a comment line keeps them. Whoever may not listen any more is dropped then,
 * and whatever hint was lost is made good: by then each stream looks by itself.
 */
const HEARTBEAT_MS = 15_000;
/** Over so long the streams of a process that ends come back elsewhere. */
const RECONNECT_MS = 5_000;

/** What one event of a stream tells, and when it is to be told anew. */
export interface StreamSource {
  topic: string;
  load: () => Promise<unknown>;
}

/** Runs `work` when a reply's connection closes; at once when it has closed already, for `close` comes only once. */
export function onceClosed(raw: ServerResponse, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once("close", work);
}

/**
 * Sends each event's `load()` at once, after each change of its topic, and at each heartbeat; changes during a load are
 * folded into one more. The first loads happen before the reply starts, so that a refusal is an ordinary error answer.
 * @param listener `readmit` throws once they are signed out, or have another role or other courses; asked once
 * their `topic` is followed, at each change of it and at each heartbeat. They may leave at any moment, also before the
 * reply starts: nothing of the stream goes on without them
 */
export async function openStream(
  reply: FastifyReply,
  { hub, ending }: { hub: Hub; ending: AbortSignal },
  sources: Readonly<Record<string, StreamSource>>,
  listener: { topic: string | undefined; readmit: () => Promise<unknown> },
): Promise<void> {
  let closed = false;
  const { raw } = reply;
  const followed = Object.entries(sources).map(([event, { topic, load }]) => {
    let changed = false;
    let loading = true;
    // Ended, but not closed yet: a slow listener still reads what was written before.
    const write = (data: unknown) => {
      if (!raw.writableEnded) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
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
    const wake = () => {
      changed = true;
      if (!loading) void send();
    };
    return { load, write, send, wake, stop: hub.follow(topic, wake) };
  });
  // Ended, the client asks again, and is told why not.
  const recheck = () => void listener.readmit().catch(() => raw.end());
  const unfollow = listener.topic === undefined ? undefined : hub.follow(listener.topic, recheck);
  // Not all at once: whoever takes over would meet them in one moment.
  const leave = () => raw.end(`retry: ${Math.round(Math.random() * RECONNECT_MS)}\n\n`);
  let beat: NodeJS.Timeout | undefined;
  const stop = () => {
    closed = true;
    clearInterval(beat);
    unfollow?.();
    ending.removeEventListener("abort", leave);
    followed.forEach((one) => one.stop());
  };
  onceClosed(raw, stop);
  // Who was let in before anybody told this stream of it may have been sent away since.
  const [firsts] = await Promise.all([Promise.all(followed.map(({ load }) => load())), listener.readmit()]).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  reply.hijack();
  if (closed) return;
  raw.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  // A head is all that was asked for; what follows it would never be sent, nor end.
  if (reply.request.method === "HEAD") return void raw.end();
  let wasFull = false;
  beat = setInterval(() => {
    // Two heartbeats and the listener read nothing between them: nobody is there, and what is sent would pile up here.
    if (wasFull && raw.writableNeedDrain) return void raw.destroy();
    wasFull = raw.writableNeedDrain;
    if (!raw.writableEnded) raw.write(": still here\n\n");
    recheck();
    followed.forEach(({ wake }) => wake());
  }, HEARTBEAT_MS);
  followed.forEach(({ write }, index) => write(firsts[index]));
  // One that was opened meanwhile is told the same.
  if (ending.aborted) leave();
  else ending.addEventListener("abort", leave);
  await Promise.all(followed.map(({ send }) => send()));
}
