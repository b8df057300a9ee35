/**
 * Hints between the processes on one database, by LISTEN and NOTIFY on a connection of their own. They are sent after
 * the commit. A hint may be lost, because each stream also looks by itself.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { endConnection } from "../db/ends.ts";
import { patience } from "../db/limits.ts";
import { readHint, writeHint } from "./hint.ts";
import type { LocalHub } from "./hub.ts";

/** A migration also uses it, for sign-ins that end within a transaction. */
const CHANNEL = "acebay_live";
/** The connection's name in `pg_stat_activity`. */
export const NAME = "acebay hints";
/** At most one NOTIFY in this time, because transactions with a NOTIFY commit one after the other. */
const PAUSE_MS = 50;
const BEAT_MS = 5_000;
/** So long a proof that all hints have come counts. After half of it a new one is fetched. */
const CURRENT_MS = 1_000;
const QUERY_MS = 3_000;
const RETRY_MS = { first: 100, longest: 2_000 };

/** A hint need not be on the disk, because nobody waits for it. */
const BEGIN = `SET synchronous_commit = off; LISTEN ${CHANNEL}`;

const WARNING =
  "Hints of other processes do not come through: screens look by themselves, up to 15 seconds late. This process goes on trying.";
const POOLED =
  "Hints of other processes do not come through: screens look by themselves, up to 15 seconds late. They were asked for behind a pooler, so DATABASE_DIRECT_URL must name the database itself.";

export interface Crossing {
  /** The number of the present period of listening; undefined while nobody listens. Between two periods hints may be lost. */
  listeningEpoch(): number | undefined;
  /**
   * Whether this process has received all hints that others sent until a second ago. PostgreSQL delivers in the order of
   * commits, so our own message, when it comes back, proves it for the moment at which it was sent. Each question sends
   * the next such message, so that a process at rest sends none.
   */
  isCurrent(): boolean;
  /** Sends the remaining hints and stops listening. */
  close(): Promise<void>;
}

/**
 * Carries the hub's announcements to the other processes, and theirs to this hub's followers.
 * @param connection to the database itself, because a pooler gives every statement another one
 * @param warn called once, with a sentence, when hints stop coming
 */
export function crossProcesses(hub: LocalHub, connection: pg.ClientConfig, warn: (message: string) => void): Crossing {
  const self = randomUUID();
  const unsent = new Set<string>();
  /** Whether some hints may not have reached the others. */
  let isBehind = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;
  /** Resolves when all hints that were begun are sent. */
  let sending: Promise<unknown> = Promise.resolve();
  let isWarned = false;
  /** Whether the latest connection led to a pooler. */
  let isPooled = false;
  let periods = 0;
  /** When the latest of our messages was sent, and the latest of those that have come back. */
  let sentAt = -Infinity;
  let provedAt = -Infinity;
  const stop = new AbortController();

  /** Sends one query after another, because the driver's next release queues none. */
  function send(to: pg.Client, topics: readonly string[] | null): Promise<unknown> {
    const sent = sending.then(() => {
      sentAt = performance.now();
      return to.query("SELECT pg_notify($1, $2)", [CHANNEL, writeHint(self, topics, sentAt)]);
    });
    sending = sent.catch(() => undefined);
    return sent;
  }

  function sendAll(): void {
    timer = undefined;
    if (!client || isSending || (unsent.size === 0 && !isBehind)) return;
    const topics = isBehind ? null : [...unsent];
    unsent.clear();
    isBehind = false;
    isSending = true;
    void send(client, topics)
      .catch(() => (isBehind = true))
      .finally(() => {
        isSending = false;
        // Hints within a short time are sent together.
        timer = setTimeout(sendAll, PAUSE_MS);
      });
  }

  hub.onAnnounce((topic) => {
    if (client) unsent.add(topic);
    else isBehind = true;
    // While hints are being sent, the next ones wait for the pause after them.
    if (!isSending) timer ??= setTimeout(sendAll);
  });

  /** Listens until the connection is gone or silent. @param began is called when it listens */
  async function listen(began: () => void): Promise<void> {
    const next = new pg.Client({
      ...patience(undefined),
      query_timeout: QUERY_MS,
      ...connection,
      application_name: NAME,
    });
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    let hasEcho = true;
    next.on("error", () => undefined);
    next.on("end", leave);
    next.on("notification", ({ payload = "" }) => {
      const { from, topics, sentAt: ownSentAt = -Infinity } = readHint(payload);
      // Our own announcements have already woken this hub.
      if (from !== self) return hub.wake(topics);
      hasEcho = true;
      isWarned = false;
      provedAt = Math.max(provedAt, ownSentAt);
    });
    // A dead network reports nothing, and a pooler's connection receives nothing, so a message to ourselves must come
    // back.
    const beat = setInterval(() => {
      if (!client) return;
      if (!hasEcho) return leave();
      hasEcho = false;
      send(client, []).catch(leave);
    }, BEAT_MS);
    const end = () => leave();
    stop.signal.addEventListener("abort", end);
    try {
      await next.connect();
      isPooled = await isBehindPooler(next);
      await next.query(BEGIN);
      client = next;
      periods += 1;
      began();
      // For hints that were missed while nobody listened.
      hub.wake(null);
      timer ??= setTimeout(sendAll);
      await gone;
      if (stop.signal.aborted) {
        await sending;
        if (unsent.size > 0 || isBehind) await send(next, isBehind ? null : [...unsent]);
      }
    } finally {
      client = undefined;
      provedAt = -Infinity;
      clearInterval(beat);
      stop.signal.removeEventListener("abort", end);
      await endConnection(next);
    }
  }

  const running = (async () => {
    for (let wait = RETRY_MS.first; !stop.signal.aborted; wait = Math.min(wait * 2, RETRY_MS.longest)) {
      await listen(() => (wait = RETRY_MS.first)).catch(() => undefined);
      // The last hints before the break may be lost.
      isBehind = true;
      if (!isWarned && !stop.signal.aborted) warn(isPooled ? POOLED : WARNING);
      isWarned = true;
      await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  return {
    listeningEpoch: () => (client ? periods : undefined),
    isCurrent: () => {
      const now = performance.now();
      if (client && now - sentAt > CURRENT_MS / 2) {
        // The message may wait before it is sent, and no second one may be sent meanwhile.
        sentAt = now;
        send(client, []).catch(() => undefined);
      }
      return now - provedAt < CURRENT_MS;
    },
    close: async () => {
      stop.abort();
      await running;
      clearTimeout(timer);
    },
  };
}

/** A pooler greets with a number of its own; a database greets with that of the process that answers the statements. */
async function isBehindPooler(client: pg.Client & { processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid !== client.processID;
}
