/**
 * The after-commit hub: rooms announce that a topic has changed, and streams that follow it load and send again. Between
 * processes it carries hints, never data. Within a process a change may bring what it has read itself.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** What a change has read of its subject, so that followers in this process need not read it again. */
export interface Fresh {
  /** `performance.now()` before the change was sent to the database: whatever was read by then is older than `state`. */
  since: number;
  /** As it was committed. It says nothing about who may see it. */
  state: unknown;
}

/** Called at a change. Without `fresh` the subject must be read. */
export type Wake = (fresh?: Fresh) => void;

export interface Hub {
  /** Tells the followers of a topic that it changed, on every process. Call it after the commit. */
  announce(topic: string, fresh?: Fresh): void;
  /** Calls `wake` at each change, until the returned function is called. */
  follow(topic: string, wake: Wake): () => void;
}

/** The hub with the functions for hints between processes. */
export interface LocalHub extends Hub {
  /** Wakes the followers of this process only. @param topics null if anything in the database may have changed */
  wake(topics: readonly string[] | null): void;
  /** Calls `listener` with each topic announced in this process. */
  onAnnounce(listener: (topic: string) => void): void;
  /** Calls `listener` with each topic that changed on any process, null if anything may have, before followers look. */
  onChange(listener: (topic: string | null) => void): void;
}

const CALLER = "caller:";

/** All open streams of a caller follow this topic, too. It is announced when one of the caller's sign-ins ends. */
export function callerTopic(userId: string): string {
  return `${CALLER}${userId}`;
}

/** The account that a topic is of, if it is a caller's. */
export function callerOfTopic(topic: string): string | undefined {
  return topic.startsWith(CALLER) ? topic.slice(CALLER.length) : undefined;
}

/** The number of streams that look at once, and the pause before the next ones, so that others can use the database. */
const LOT = 50;
const LOT_MS = 25;

export function createHub(): LocalHub {
  const followers = new Map<string, Set<Wake>>();
  const listeners: ((topic: string) => void)[] = [];
  const keepers: ((topic: string | null) => void)[] = [];
  const wakeTopic = (topic: string, fresh?: Fresh) => {
    for (const changed of keepers) changed(topic);
    for (const wake of followers.get(topic) ?? []) wake(fresh);
  };
  const wakeAll = async () => {
    const all = [...followers.values()].flatMap((wakes) => [...wakes]);
    for (let at = 0; at < all.length; at += LOT) {
      if (at > 0) await sleep(LOT_MS);
      for (const wake of all.slice(at, at + LOT)) wake();
    }
  };
  return {
    announce: (topic, fresh) => {
      wakeTopic(topic, fresh);
      for (const listener of listeners) listener(topic);
    },
    wake: (topics) => {
      if (topics) for (const topic of topics) wakeTopic(topic);
      else {
        for (const changed of keepers) changed(null);
        void wakeAll();
      }
    },
    onAnnounce: (listener) => void listeners.push(listener),
    onChange: (listener) => void keepers.push(listener),
    follow: (topic, wake) => {
      const set = followers.get(topic) ?? new Set();
      followers.set(topic, set.add(wake));
      return () => {
        set.delete(wake);
        if (set.size === 0) followers.delete(topic);
      };
    },
  };
}
