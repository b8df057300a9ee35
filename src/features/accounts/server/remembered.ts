/**
 * Golfers who called a moment ago, so that each of their calls need not look them up. Somebody is known from memory only
 * while this process has heard everything that any process said a second ago (`isCurrent`): what ends a sign-in, changes
 * a role or deletes an account is said in its own transaction (migration 0032). Memory never refuses: whoever is not in
 * it is looked up.
 */
import { callerOfTopic, type LocalHub } from "#platform/server/live/hub.ts";
import type { FoundCaller } from "./store.ts";

/** Beyond this the oldest are forgotten. */
const MOST = 20_000;
/** Then a caller is looked up again, in case somebody has changed the database by other means. */
const LONGEST_MS = 60_000;

export interface Remembered {
  /** The caller of a sign-in, if that is surely as it was. */
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
      // Asked even for a stranger, who is then known at the next call.
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
