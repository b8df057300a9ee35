/**
 * The after-commit hub: rooms announce that a topic changed, streams that follow it load and send anew. It carries
 * hints, never data, so that a stream can only show what is committed and permitted.
 */
export interface Hub {
  /** Tells the followers of a topic that it changed. Call it after the commit. */
  announce(topic: string): void;
  /** Calls `wake` on each change until the returned function is called. */
  follow(topic: string, wake: () => void): () => void;
}

/** What a caller's open streams follow beside their own topics: announced when a sign-in of theirs ends. */
export function callerTopic(userId: string): string {
  return `caller:${userId}`;
}

/** The topic of the process itself: it is about to end. */
export const DRAINING = "draining";

export function createHub(): Hub {
  const followers = new Map<string, Set<() => void>>();
  return {
    announce: (topic) => {
      for (const wake of followers.get(topic) ?? []) wake();
    },
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
