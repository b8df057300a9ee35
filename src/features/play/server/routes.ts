/** The handlers of play: sessions, the free shot, shots, and the stream of a session. */
import { refuse as refuseAccount } from "#features/accounts/contract.ts";
import { isCaller } from "#features/accounts/server/view.ts";
import { findUser, lockUser } from "#features/accounts/server/store.ts";
import { refuse as refuseBooking } from "#features/booking/contract.ts";
import { checkBay, checkGroup } from "#features/booking/rules.ts";
import { setOrder, takePaidOrder } from "#features/booking/server/store.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID } from "#features/courses/rules.ts";
import { findCourse, findPackage } from "#features/courses/server/store.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import { etagOf } from "#platform/server/http/etag.ts";
import type { Caller, Connection, Handlers, StreamHandler } from "#platform/server/http/handlers.ts";
import { type playRoutes, refuse, type Session, type sessionStream } from "../contract.ts";
import { settled } from "../rules.ts";
import { startFreeShot } from "./free-shot.ts";
import { loadView, sessionTopic } from "./load.ts";
import { recordAttempt, type ShotDeps, undoAttempt } from "./shots.ts";
import { startSession } from "./start.ts";
import * as store from "./store.ts";
import { toSession } from "./view.ts";

const PAGE = 30;

export function playHandlers(deps: ShotDeps): Handlers<typeof playRoutes> {
  const { db, clock, claims, announce } = deps;

  async function view(rows: readonly store.SessionRow[]): Promise<Session[]> {
    const claimed = rows.filter((row) => row.claimCount > 0).map((row) => row.id);
    const found = claimed.length > 0 ? await claims.ofSessions(db, claimed) : [];
    return rows.map((row) => toSession(row, found, clock.now()));
  }

  async function viewOne(row: store.SessionRow): Promise<Session> {
    return toSession(row, row.claimCount > 0 ? await claims.ofSessions(db, [row.id]) : [], clock.now());
  }

  async function freeShot(
    caller: Caller,
    connection: Connection,
    body: { courseId: number; bayNumber?: number | undefined; teeTime?: string | undefined },
  ) {
    const row = await startFreeShot(deps, caller, connection, body);
    return { status: 201 as const, body: { session: await viewOne(row) } };
  }

  return {
    listActiveSessions: async ({ caller, params }) => {
      if (!isCaller(caller, params.id)) throw refuseAccount("accounts.not_found");
      const rows = await view(await store.openRows(db, caller.id, clock.now()));
      const sessions = rows.filter((row) => row.mainSessionId === null);
      return { status: 200, body: { sessions, groupSessions: rows.filter((row) => row.mainSessionId !== null) } };
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
        },
      };
    },

    getSession: async ({ caller, params }) => {
      const body = await loadView(deps, params.id, caller.id);
      // A running session has a clock in it; a completed one changes with its claims alone.
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
      const course = await findCourse(db, body.courseId);
      if (!course) throw refuseCourse("courses.not_found");
      const pack = await findPackage(db, body.packageId);
      if (!pack) throw refuseCourse("courses.no_package");
      const row = await db.transaction(async (tx) => {
        await lockUser(tx, caller.id);
        const player = await findUser(tx, caller.id);
        if (!player) throw refuse("play.not_found");
        const order = await takePaidOrder(tx, caller.id, body);
        const balls = order?.ballCount ?? pack.ballCount;
        const context = order?.purchaseContext ?? body.purchaseContext;
        const draft = body.groupData ?? order?.groupData ?? undefined;
        const group = draft && checkGroup(draft, { packageBalls: balls, bayCount: course.bayCount, context });
        const bayNumber = group?.mainPlayer.bayNumber ?? body.bayNumber ?? order?.bayNumber;
        if (bayNumber === undefined || bayNumber === null) throw refuseBooking("booking.bay_required");
        checkBay(bayNumber, course.bayCount);
        const started = await startSession(
          tx,
          {
            player,
            course,
            pack: { id: pack.id, type: order?.packageType ?? pack.packageType, balls },
            bayNumber,
            group,
            context,
            freeShot: undefined,
            now: clock.now(),
          },
          announce,
        );
        // Last, so that an active session is said before a missing payment; the transaction undoes the start.
        if (!order) throw refuse("play.not_paid");
        await setOrder(tx, order.id, { status: "fulfilled", sessionId: started.id });
        return started;
      });
      return { status: 201, body: { session: await viewOne(row) } };
    },

    startFreeShot: async ({ caller, connection, body }) => {
      if (body.userId !== undefined && !isCaller(caller, body.userId)) throw refuseAccount("accounts.not_found");
      return freeShot(caller, connection, body);
    },

    recordAttempt: async ({ caller, body: { sessionId, ...shot } }) =>
      recordAttempt(deps, { sessionId, callerId: caller.id }, shot),

    recordGroupAttempt: async ({ caller, body: { mainSessionId, friendIndex, ...shot } }) =>
      recordAttempt(deps, { sessionId: mainSessionId, friendIndex, callerId: caller.id }, shot),

    undoAttempt: async ({ caller, params }) => ({
      status: 200,
      body: { session: await undoAttempt(deps, params.id, caller.id) },
    }),

    completeSession: async ({ caller, params }) => {
      const row = await db.transaction(async (tx) => {
        const now = clock.now();
        const found = await store.lockRow(tx, { sessionId: params.id, callerId: caller.id });
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
        const row = await store.lockRow(tx, { sessionId: params.id, callerId: caller.id });
        if (!row?.mainSessionId || row.userId !== caller.id) throw refuse("play.not_found");
        if (settled(row, clock.now()).status === "completed") throw refuse("play.session_over");
        await store.makeGuest(tx, row.id);
        const main = await store.lockRow(tx, { sessionId: row.mainSessionId, callerId: row.buyerId });
        if (main?.groupData) {
          const friends = main.groupData.friends.map(({ userId, ...friend }, index) =>
            index === row.friendIndex || userId === undefined ? friend : { ...friend, userId },
          );
          await store.setGroupData(tx, main.id, { ...main.groupData, friends });
        }
        announce(tx, row);
      });
      return { status: 204, body: undefined };
    },
  };
}

/** The stream of a session, for whoever may read it. */
export function sessionStreamHandler(deps: ShotDeps): StreamHandler<typeof sessionStream> {
  return async ({ caller, params }) => ({
    topic: sessionTopic(params.id),
    load: () => loadView(deps, params.id, caller.id),
  });
}
