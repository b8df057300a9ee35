/**
 * Keeps golfers who called a moment ago in memory, so that not each of their calls reads the database. The memory is
 * used only while this process has received all hints that any process sent until a second ago (`isCurrent`): a
 * transaction that ends a sign-in, changes a role or deletes an account sends a hint (migration 0032). A caller who is
 * not in memory is read from the database.
 */
import { callerOfTopic, type LocalHub } from "#platform/server/live/hub.ts";
import type { FoundCaller } from "./caller-store.ts";

/** The most callers in memory; then the oldest is dropped. */
const MOST = 20_000;
/** A caller in memory is read again after this, in case somebody changed the database by other means. */
const LONGEST_MS = 60_000;

export interface Remembered {
  /** The caller of a sign-in, if nothing about the caller can have changed; undefined otherwise. */
  find(tokenHash: Buffer, now: Date): FoundCaller | undefined;
  /** Looks a caller up, and keeps a golfer unless something changed meanwhile. */
  lookUp(tokenHash: Buffer, read: () => Promise<FoundCaller | null>): Promise<FoundCaller | null>;
}

export function rememberCallers(hub: Pick<LocalHub, "onChange">, isCurrent: () => boolean): Remembered {
  const kept = new Map<string, { found: FoundCaller; readAt: number }>();
  const ofUser = new Map<string, Set<string>>();
  let changes = 0;

  function drop(key: string): void {
    const userId = kept.get(key)?.found.caller.id ?? "";
    kept.delete(key);
    const keys = ofUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) ofUser.delete(userId);
  }

  hub.onChange((topic) => {
    if (topic === null) {
      changes += 1;
      kept.clear();
      ofUser.clear();
      return;
    }
    const userId = callerOfTopic(topic);
    if (userId === undefined) return;
    changes += 1;
    for (const key of ofUser.get(userId) ?? []) drop(key);
  });

  return {
    find: (tokenHash, now) => {
      const key = tokenHash.toString("latin1");
      const entry = kept.get(key);
      // Also for a caller who is not in memory: the question starts the proof that the next call needs.
      if (!isCurrent() || !entry) return undefined;
      const isOld = performance.now() - entry.readAt > LONGEST_MS || entry.found.endsAt <= now;
      if (isOld) drop(key);
      return isOld ? undefined : entry.found;
    },
    lookUp: async (tokenHash, read) => {
      const [readAt, before] = [performance.now(), changes];
      const found = await read();
      // What changed while it was read may be missing from it.
      if (found?.caller.role !== "player" || before !== changes || !isCurrent()) return found;
      const key = tokenHash.toString("latin1");
      drop(key);
      const [oldest] = kept.size === MOST ? kept.keys() : [];
      if (oldest !== undefined) drop(oldest);
      kept.set(key, { found, readAt });
      const keys = ofUser.get(found.caller.id) ?? new Set();
      ofUser.set(found.caller.id, keys.add(key));
      return found;
    },
  };
}
