/** Loads a session for its screen and its stream. */
import { refuse, type SessionView } from "../contract.ts";
import type { ShotDeps } from "./shots.ts";
import * as store from "./store.ts";
import { toSession } from "./view.ts";

/** The topic of a session in the live hub. */
export function sessionTopic(sessionId: string): string {
  return `session:${sessionId}`;
}

type ViewDeps = Pick<ShotDeps, "db" | "clock" | "claims">;

/**
 * The session with its friends' sessions, if the caller is its buyer or its player.
 * @throws play.not_found
 */
export async function loadView(deps: ViewDeps, sessionId: string, callerId: string): Promise<SessionView> {
  const row = await store.findRow(deps.db, sessionId, callerId);
  if (!row) throw refuse("play.not_found");
  return viewOf(deps, row);
}

/** A session that was read, with its friends' sessions and their claims. */
export async function viewOf({ db, clock, claims }: ViewDeps, row: store.SessionRow): Promise<SessionView> {
  const friends = row.groupData ? await store.friendRows(db, row.id) : [];
  const ids = [row, ...friends].filter(({ claimCount }) => claimCount > 0).map(({ id }) => id);
  const found = ids.length > 0 ? await claims.ofSessions(db, ids) : [];
  const now = clock.now();
  return {
    session: toSession(row, found, now),
    serverNow: now.toISOString(),
    friendSessions: friends.map((friend) => toSession(friend, found, now)),
  };
}
