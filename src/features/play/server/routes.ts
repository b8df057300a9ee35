/** The handlers of play: sessions, the free shot, shots, and the stream of a session. */
import { refuse as refuseAccount } from "#features/accounts/contract.ts";
import { displayName } from "#features/accounts/rules.ts";
import { findUser } from "#features/accounts/server/store.ts";
import { isCaller } from "#features/accounts/server/view.ts";
import { FREE_SHOT_PACKAGE_ID } from "#features/courses/rules.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import { etagOf } from "#platform/server/http/etag.ts";
import type { Caller, Connection, Handlers, StreamHandler } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { type playRoutes, refuse, type Session, type sessionStream } from "../contract.ts";
import { guestName, sessionAt } from "../rules.ts";
import { startFreeShot } from "./free-shot.ts";
import { readTexts, sessionTopic, textOfView, viewFrom, viewsTogether } from "./load.ts";
import { recordShot, type ShotDeps, undoShot } from "./shots.ts";
import { startPaid } from "./start-paid.ts";
import * as store from "./store.ts";
import { toSession } from "./view.ts";

const PAGE = 30;

export function playHandlers(deps: ShotDeps): Handlers<typeof playRoutes> {
  const { db, clock, claims, announce } = deps;
  const loadView = viewsTogether(deps);

  async function view(rows: readonly store.SessionRow[]): Promise<Session[]> {
    const claimed = rows.filter((row) => row.claimCount > 0).map((row) => row.id);
    const found = claimed.length > 0 ? await claims.ofSessions(db, claimed) : [];
    return rows.map((row) => toSession(row, found, clock.now()));
  }

  async function viewOne(row: store.SessionRow): Promise<Session> {
    return toSession(row, row.claimCount > 0 ? await claims.ofSessions(db, [row.id]) : [], clock.now());
  }

  /** The session that an earlier run of this call has started, otherwise a new one by `start`. */
  async function once(
    caller: Caller,
    key: KeyInUse | undefined,
    start: () => Promise<store.SessionRow>,
  ): Promise<store.SessionRow> {
    const made = key?.made === undefined ? undefined : await store.findRow(db, key.made, caller.id);
    return made ?? start();
  }

  async function freeShot(
    caller: Caller,
    connection: Connection,
    body: { courseId: number; bayNumber?: number | undefined; teeTime?: string | undefined },
  ) {
    const row = await once(caller, connection.key, () => startFreeShot(deps, caller, connection, body));
    return { status: 201 as const, body: { session: await viewOne(row) } };
  }

  return {
    listActiveSessions: async ({ caller, params }) => {
      if (!isCaller(caller, params.id)) throw refuseAccount("accounts.not_found");
      const rows = await store.openRows(db, caller.id, clock.now());
      const sessions = await view(rows.filter((row) => row.mainSessionId === null));
      const invited = rows.filter((row) => row.mainSessionId !== null);
      const buyers = await Promise.all(invited.map((row) => findUser(db, row.buyerId)));
      const groupSessions = (await view(invited)).map((row, index) => ({
        ...row,
        buyerName: displayName(buyers[index]?.name ?? ""),
      }));
      return { status: 200, body: { sessions, groupSessions } };
    },

    listSessions: async ({ caller, params, query }) => {
      if (!isCaller(caller, params.id)) throw refuseAccount("accounts.not_found");
      const rows = await store.history(db, caller.id, readCursor(query.cursor), PAGE + 1);
      const page = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? page.at(-1) : undefined;
      return {
        status: 200,
        body: {
          sessions: await view(page),
          nextCursor: last ? writeCursor({ at: last.startedAt, id: last.id }) : null,
          serverNow: clock.now().toISOString(),
        },
      };
    },

    getSession: async ({ caller, params }) => {
      const body = await loadView(params.id, caller.id);
      // The ETag leaves out the server's clock, so that a completed session changes only with its claims.
      const { serverNow: _, ...lasting } = body;
      return {
        status: 200,
        body,
        ...(body.session.status === "completed" ? { headers: { etag: etagOf(lasting) } } : {}),
      };
    },

    startSession: async ({ caller, connection, body }) => {
      if (body.userId !== undefined && !isCaller(caller, body.userId)) throw refuseAccount("accounts.not_found");
      if (body.packageId === FREE_SHOT_PACKAGE_ID || body.isFreeShot) return freeShot(caller, connection, body);
      const row = await once(caller, connection.key, () => startPaid(deps, caller, body, connection.key));
      return { status: 201, body: { session: await viewOne(row) } };
    },

    startFreeShot: async ({ caller, connection, body }) => {
      if (body.userId !== undefined && !isCaller(caller, body.userId)) throw refuseAccount("accounts.not_found");
      return freeShot(caller, connection, body);
    },

    recordShot: async ({ caller, body: { sessionId, ...shot } }) =>
      recordShot(deps, { sessionId, callerId: caller.id, browserId: caller.browserId }, shot),

    recordGroupShot: async ({ caller, body: { mainSessionId, friendIndex, ...shot } }) =>
      recordShot(
        deps,
        { sessionId: mainSessionId, friendIndex, callerId: caller.id, browserId: caller.browserId },
        shot,
      ),

    undoShot: async ({ caller, params }) => ({
      status: 200,
      body: { session: await undoShot(deps, params.id, caller.id) },
    }),

    completeSession: async ({ caller, params }) => {
      const row = await db.transaction(async (tx) => {
        const now = clock.now();
        const found = await store.lockSession(tx, { sessionId: params.id, callerId: caller.id });
        if (!found) throw refuse("play.not_found");
        await store.complete(tx, found.id, "player", now);
        announce(tx, found);
        return found;
      });
      const ended = await store.findRow(db, row.id, caller.id);
      return { status: 200, body: { session: await viewOne(ended ?? row) } };
    },

    leaveGroup: async ({ caller, params }) => {
      await db.transaction(async (tx) => {
        const row = await store.lockSession(tx, { sessionId: params.id, callerId: caller.id });
        if (!row?.mainSessionId || row.userId !== caller.id) throw refuse("play.not_found");
        if (sessionAt(row, clock.now()).status === "completed") throw refuse("play.session_over");
        const index = row.friendIndex ?? 0;
        const name = guestName(index);
        await store.makeGuest(tx, row.id, { leftBy: caller.id, playerName: name });
        const main = await store.lockSession(tx, { sessionId: row.mainSessionId, callerId: row.buyerId });
        if (main?.groupData) {
          const { friends } = main.groupData;
          const seat = friends[index];
          if (seat) {
            const { userId: _, ...left } = seat;
            await store.setGroupData(tx, main.id, {
              ...main.groupData,
              friends: friends.with(index, { ...left, name }),
            });
          }
        }
        announce(tx, row);
      });
      return { status: 204, body: undefined };
    },
  };
}

/** The stream of a session, for its buyer and its player. */
export function sessionStreamHandler(deps: ShotDeps): StreamHandler<typeof sessionStream> {
  const read = (ids: readonly string[]) => readTexts(deps, ids);
  const loadView = viewsTogether(deps);
  return async ({ caller, params: { id } }) => ({
    session: {
      topic: sessionTopic(id),
      load: () => loadView(id, caller.id),
      from: (state) => viewFrom(state, caller.id, deps.clock.now()),
      check: { read, key: id, textOf: textOfView },
    },
  });
}
