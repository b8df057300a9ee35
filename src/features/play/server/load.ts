/** Loads a session for its screen and its stream. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { together } from "#platform/server/db/together.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse, type SessionView } from "../contract.ts";
import type { ClaimsPort } from "./ports.ts";
import * as store from "./store.ts";
import { toSession } from "./view.ts";

/** The topic of a session in the live hub. */
export function sessionTopic(sessionId: string): string {
  return `session:${sessionId}`;
}

interface ViewDeps {
  db: Db;
  clock: Clock;
  claims: Pick<ClaimsPort, "ofSessions">;
}

/** Loads a session for somebody. */
export type LoadView = (sessionId: string, callerId: string) => Promise<SessionView>;

/**
 * Loads a session with its friends' sessions, if the caller is its buyer or its player. Those who ask at the same moment
 * share the statements.
 * @throws play.not_found
 */
export function viewsTogether(deps: ViewDeps): LoadView {
  const ask = together<{ sessionId: string; callerId: string }, SessionView>(async (all) => {
    const rows = await store.findRows(deps.db, [...new Set(all.map(({ sessionId }) => sessionId))]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const allowed = new Set(all.map((one) => rowFor(byId, one)).filter((row) => row !== undefined));
    const toView = await readAround(deps, [...allowed]);
    return (one) => {
      const row = rowFor(byId, one);
      if (!row) throw refuse("play.not_found");
      return toView(row);
    };
  });
  return async (sessionId, callerId) => {
    if (!isUuid(sessionId)) throw refuse("play.not_found");
    return ask({ sessionId, callerId });
  };
}

/** A session, if the caller is its buyer or its player. */
function rowFor(
  byId: ReadonlyMap<string, store.SessionRow>,
  { sessionId, callerId }: { sessionId: string; callerId: string },
): store.SessionRow | undefined {
  const row = byId.get(sessionId);
  return row && (row.buyerId === callerId || row.userId === callerId) ? row : undefined;
}

/** The state of a session after a shot, as its statement has returned it. */
export class AfterShot {
  readonly row: store.SessionRow;
  constructor(row: store.SessionRow) {
    this.row = row;
  }
}

/** The same view as `LoadView` gives of a state that was announced; undefined if the caller or the session needs the whole reading. */
export function viewFrom(state: unknown, callerId: string, now: Date): SessionView | undefined {
  if (!(state instanceof AfterShot)) return undefined;
  const { row } = state;
  const isAlone = row.groupData === null && row.mainSessionId === null && row.claimCount === 0;
  if (!isAlone || (row.buyerId !== callerId && row.userId !== callerId)) return undefined;
  return { session: toSession(row, [], now), serverNow: now.toISOString(), friendSessions: [] };
}

/** A session that was read, with its friends' sessions and their claims. */
export async function viewOf(deps: ViewDeps, row: store.SessionRow): Promise<SessionView> {
  const toView = await readAround(deps, [row]);
  return toView(row);
}

/** The contents of the screens of some sessions, each as a text that changes with them; deleted sessions are missing. */
export async function readTexts(deps: ViewDeps, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await store.findRows(deps.db, sessionIds);
  const toView = await readAround(deps, rows);
  return new Map(rows.map((row) => [row.id, textOfView(toView(row))]));
}

/** A view without the values that change by time alone. */
export function textOfView({ session, friendSessions }: SessionView): string {
  return JSON.stringify([session, ...friendSessions].map((one) => ({ ...one, timeRemaining: 0 })));
}

/** Reads the friends' sessions and the claims of some sessions. */
async function readAround({ db, clock, claims }: ViewDeps, rows: readonly store.SessionRow[]) {
  const mainIds = rows.filter(({ groupData }) => groupData).map(({ id }) => id);
  const friends = mainIds.length > 0 ? await store.friendRows(db, mainIds) : [];
  const claimed = [...rows, ...friends].filter(({ claimCount }) => claimCount > 0).map(({ id }) => id);
  const found = claimed.length > 0 ? await claims.ofSessions(db, claimed) : [];
  const friendsOf = Map.groupBy(friends, ({ mainSessionId }) => mainSessionId);
  const claimsOf = Map.groupBy(found, ({ sessionId }) => sessionId);
  const now = clock.now();
  const toOne = (row: store.SessionRow) => toSession(row, claimsOf.get(row.id) ?? [], now);
  return (row: store.SessionRow): SessionView => ({
    session: toOne(row),
    serverNow: now.toISOString(),
    friendSessions: (friendsOf.get(row.id) ?? []).map(toOne),
  });
}
