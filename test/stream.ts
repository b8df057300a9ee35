/** A stream of server-sent events as a test follows it, on a real connection. */
import { setTimeout as sleep } from "node:timers/promises";
import { ALIVE } from "#platform/shared/route.ts";
import type { Browser, Json } from "./app.ts";

export interface Followed {
  status: number;
  type: string | null;
  /** Every event so far, oldest first. */
  events: { name: string; data: Json }[];
  /** Waits for the next event that nobody has waited for yet, or for the first of them that `fits`. */
  next(fits?: (data: Json) => boolean): Promise<{ name: string; data: Json }>;
  /** Resolves when the server ends it. */
  ended: Promise<void>;
  /** Stops listening. */
  end(): void;
}

const LOOK_MS = 5;

/** Opens a stream with somebody's cookies. @param url of the server, without a trailing slash */
export async function followStream(url: string, path: string, person?: Pick<Browser, "cookies">): Promise<Followed> {
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const ending = new AbortController();
  const reply = await fetch(`${url}${path}`, { headers: cookie ? { cookie } : {}, signal: ending.signal });
  const events: Followed["events"] = [];
  let taken = 0;
  let isOver = false;
  const read = async () => {
    let text = "";
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (name !== undefined && name !== ALIVE && data !== undefined) events.push({ name, data: JSON.parse(data) });
      }
    }
  };
  // A test that stops listening breaks the connection.
  const ended = read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    status: reply.status,
    type: reply.headers.get("content-type"),
    events,
    next: async (fits = () => true) => {
      for (;;) {
        const event = events[taken];
        if (event) taken++;
        if (event && fits(event.data)) return event;
        if (!event && isOver) throw new Error("The stream ended");
        if (!event) await sleep(LOOK_MS);
      }
    },
    ended,
    end: () => ending.abort(),
  };
}
