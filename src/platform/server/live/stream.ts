/** Server-sent events on the raw reply (measured faster than a plugin; see the decision on the stack). */
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { ALIVE } from "#platform/shared/route.ts";
import type { Beats, BeatCheck } from "./beats.ts";
import type { Fresh, Hub } from "./hub.ts";

/** A listener who is this far behind is cut off, because what waits fills the memory. A browser comes back by itself. */
const MOST_BEHIND = 64 * 1024;
/** The streams of a process that ends reconnect elsewhere, spread over this time. */
const RECONNECT_MS = 5_000;

/** One event of a stream: its data, and the topic after which it is sent again. */
export interface StreamSource<Data = unknown> {
  topic: string;
  load: () => Promise<Data>;
  /** The data from the state that came with an announcement; undefined if it takes more than that, or this listener may not see it. */
  from?: (state: unknown) => Data | undefined;
  /** Checks for many streams at once whether their data has changed; without it each loads its data at each heartbeat. */
  check?: Pick<BeatCheck, "read" | "key"> & { textOf: (data: Data) => string };
}

/** Runs `work` when a reply's connection closes; at once if it is closed already, because `close` comes only once. */
export function onceClosed(raw: ServerResponse, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once("close", work);
}

/**
 * Sends each event's `load()` at once, after each change of its topic, and, in case a hint was lost, at each heartbeat;
 * changes during a load cause one more load. A change that brings its state is sent without a load if it began after the
 * last sending: all that was sent is then older. The first loads happen before the reply starts, so that a refusal is an
 * ordinary error answer.
 * @param listener `readmit` throws after they are signed out, or get another role or other courses. It is called once
 *   their `topic` is followed, at each change of the topic, and at each heartbeat that finds another `check`. They may
 *   leave at any moment, also before the reply starts; the stream then ends
 */
export async function openStream(
  reply: FastifyReply,
  { hub, beats, ending }: { hub: Hub; beats: Beats; ending: AbortSignal },
  sources: Readonly<Record<string, StreamSource>>,
  listener: {
    topic: string | undefined;
    readmit: () => Promise<unknown>;
    check: Pick<BeatCheck, "read" | "key" | "known"> | undefined;
  },
): Promise<void> {
  let closed = false;
  const { raw } = reply;
  const followed = Object.entries(sources).map(([event, { topic, load, from, check }]) => {
    let known: string | undefined;
    let knownAt = Infinity;
    let changed = false;
    let loading = true;
    // A first state that is large alone is no sign of a slow listener.
    let sent = 0;
    // Ended but not closed: a slow listener still reads the earlier data.
    const write = (data: unknown) => {
      if (raw.writableEnded) return;
      known = check?.textOf(data);
      knownAt = performance.now();
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (raw.writableLength > MOST_BEHIND && sent > 0) raw.destroy();
      sent += 1;
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
        // Signed out, gone, or the database is away: the client reconnects or falls back to polling.
        raw.end();
      } finally {
        loading = false;
      }
    }
    const read = () => {
      changed = true;
      if (!loading) void send();
    };
    const wake = (fresh?: Fresh) => {
      // What is being loaded, and what was sent since the change began, may be newer or older than the change.
      const data = fresh && !loading && fresh.since > knownAt ? from?.(fresh.state) : undefined;
      if (data === undefined) read();
      else write(data);
    };
    const checks = check ? [{ read: check.read, key: check.key, known: () => known, changed: read }] : [];
    // Data without a check is loaded at each heartbeat.
    const beat = check ? () => undefined : read;
    return { load, write, send, checks, beat, stop: hub.follow(topic, wake) };
  });
  // After the end the client asks again, and gets the reason.
  const recheck = () => void listener.readmit().catch(() => raw.end());
  const unfollow = listener.topic === undefined ? undefined : hub.follow(listener.topic, recheck);
  // Not all at once, because the next process would get them all in one moment.
  const leave = () => raw.end(`retry: ${Math.round(Math.random() * RECONNECT_MS)}\n\n`);
  let leaveBeats = () => {};
  const stop = () => {
    closed = true;
    leaveBeats();
    unfollow?.();
    ending.removeEventListener("abort", leave);
    followed.forEach((one) => one.stop());
  };
  onceClosed(raw, stop);
  // A caller may have been signed out before this stream followed the topic.
  const [firsts] = await Promise.all([Promise.all(followed.map(({ load }) => load())), listener.readmit()]).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  reply.hijack();
  if (closed) return;
  raw.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  // A HEAD request gets no body, so the reply must end here.
  if (reply.request.method === "HEAD") return void raw.end();
  let wasFull = false;
  followed.forEach(({ write }, index) => write(firsts[index]));
  leaveBeats = beats.join({
    beat: () => {
      // The listener has read nothing for two heartbeats: it is gone, and its data would fill the memory.
      if (wasFull && raw.writableNeedDrain) return void raw.destroy();
      wasFull = raw.writableNeedDrain;
      // Proxies and phones drop silent connections. A page sees no comment, so it is an event (`ALIVE`).
      if (!raw.writableEnded) raw.write(`event: ${ALIVE}\ndata: 1\n\n`);
      for (const { beat } of followed) beat();
    },
    checks: [
      ...followed.flatMap(({ checks }) => checks),
      ...(listener.check ? [{ ...listener.check, changed: recheck }] : []),
    ],
  });
  // A stream opened meanwhile leaves, too.
  if (ending.aborted) leave();
  else ending.addEventListener("abort", leave);
  await Promise.all(followed.map(({ send }) => send()));
}
