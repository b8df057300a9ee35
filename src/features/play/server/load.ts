/** Loads a session for its screen and its stream. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { together } from "#platform/server/db/together.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse, type SessionView } from "../contract.ts";
import { hasRunOut, isPaused } from "../rules.ts";
import type { ClaimsPort } from "./ports.ts";
import * as store from "./store.ts";
import { findRows, readStates, type RowState, type VersionedRow } from "./view-store.ts";
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

/**
 * The view of a session that is played alone and has no claims. Its row and the moment decide all of it, so a short text
 * tells whether it still holds. JSON leaves the text out.
 */
class LoneView implements SessionView {
  readonly session: SessionView["session"];
  readonly serverNow: string;
  readonly friendSessions: SessionView["friendSessions"] = [];
  readonly #text: string;
  constructor(row: VersionedRow, now: Date) {
    this.session = toSession(row, [], now);
    this.serverNow = now.toISOString();
    this.#text = textOfState(row, now);
  }
  get text(): string {
    return this.#text;
  }
}

function isAlone({ groupData, mainSessionId, claimCount }: Omit<RowState, "id">): boolean {
  return groupData === null && mainSessionId === null && claimCount === 0;
}

/** Changes with the row of a session, and when its clock runs out or its pause ends. */
function textOfState(row: Omit<RowState, "id">, now: Date): string {
  return `${row.version} ${hasRunOut(row, now)} ${isPaused(row, now)}`;
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
    const rows = await findRows(deps.db, [...new Set(all.map(({ sessionId }) => sessionId))]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const allowed = new Set(all.map((one) => rowFor(byId, one)).filter((row) => row !== undefined));
    const toView = await readAround(deps, [...allowed]);
    return (one) => {
      const row = rowFor(byId, one);
      if (!row) throw refuse("play.not_found");
      return isAlone(row) ? new LoneView(row, deps.clock.now()) : toView(row);
    };
  });
  return async (sessionId, callerId) => {
    if (!isUuid(sessionId)) throw refuse("play.not_found");
    return ask({ sessionId, callerId });
  };
}

/** A session, if the caller is its buyer or its player. */
function rowFor(
  byId: ReadonlyMap<string, VersionedRow>,
  { sessionId, callerId }: { sessionId: string; callerId: string },
): VersionedRow | undefined {
  const row = byId.get(sessionId);
  return row && (row.buyerId === callerId || row.userId === callerId) ? row : undefined;
}

/** The state of a session after a shot, as its statement has returned it. */
export class AfterShot {
  readonly row: VersionedRow;
  constructor(row: VersionedRow) {
    this.row = row;
  }
}

/** The same view as `LoadView` gives of a state that was announced; undefined if the caller or the session needs the whole reading. */
export function viewFrom(state: unknown, callerId: string, now: Date): SessionView | undefined {
  if (!(state instanceof AfterShot)) return undefined;
  const { row } = state;
  if (!isAlone(row) || (row.buyerId !== callerId && row.userId !== callerId)) return undefined;
  return new LoneView(row, now);
}

/** A session that was read, with its friends' sessions and their claims. */
export async function viewOf(deps: ViewDeps, row: store.SessionRow): Promise<SessionView> {
  const toView = await readAround(deps, [row]);
  return toView(row);
}

/**
 * A text of what the screen of each session shows, which changes with it (`textOfView`); deleted sessions are missing.
 * Nearly all sessions are played alone, so only the rows of the others are read whole.
 */
export async function readTexts(deps: ViewDeps, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const states = await readStates(deps.db, sessionIds);
  const others = states.filter((state) => !isAlone(state)).map(({ id }) => id);
  const rows = others.length > 0 ? await findRows(deps.db, others) : [];
  const toView = await readAround(deps, rows);
  const now = deps.clock.now();
  return new Map([
    ...states.filter(isAlone).map((state) => [state.id, textOfState(state, now)] as const),
    ...rows.map((row) => [row.id, textOfView(toView(row))] as const),
  ]);
}

/** A text of a view without the values that change by time alone. */
export function textOfView(view: SessionView): string {
  if (view instanceof LoneView) return view.text;
  return JSON.stringify([view.session, ...view.friendSessions].map((one) => ({ ...one, timeRemaining: 0 })));
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
