/** The handlers of the bay board, and its stream. */
import { setTimeout as wait } from "node:timers/promises";
import type { Handlers, StreamHandler } from "#platform/server/http/handlers.ts";
import type { bayRoutes, bayStream } from "../bay-contract.ts";
import {
  bayTopic,
  extend,
  listBoards,
  movePlayer,
  pause,
  reachCourse,
  readBoard,
  resume,
  toBoardCourse,
} from "./bays.ts";
import type { ShotDeps } from "./shots.ts";
import type { SessionRow } from "./store.ts";
import { toSession } from "./view.ts";

/** Every shot changes the board: a busy course would send it too often without this wait. */
const CALM_MS = 500;

export function bayHandlers(deps: ShotDeps): Handlers<typeof bayRoutes> {
  const { db, clock, claims } = deps;

  async function shown(row: SessionRow) {
    const session = toSession(row, await claims.ofSessions(db, [row.id]), clock.now());
    return { status: 200 as const, body: { session } };
  }

  return {
    listBayCourses: async ({ caller }) => {
      const courses = (await listBoards(deps, caller, clock.now())).map(toBoardCourse);
      return { status: 200, body: { courses } };
    },
    getBays: async ({ caller, params }) => ({
      status: 200,
      body: await readBoard(db, await reachCourse(deps, caller, params.id, clock.now()), clock.now()),
    }),
    pauseSession: async ({ caller, params, body, connection }) =>
      shown(await pause(deps, caller, params.id, body.reason, connection.key)),
    resumeSession: async ({ caller, params, connection }) =>
      shown(await resume(deps, caller, params.id, connection.key)),
    extendSession: async ({ caller, params, body, connection }) =>
      shown(await extend(deps, caller, params.id, body, connection.key)),
    moveSession: async ({ caller, params, body, connection }) =>
      shown(await movePlayer(deps, caller, params.id, body, connection.key)),
  };
}

/** The stream of a course's bays, for its staff and for administrators. */
export function bayStreamHandler(deps: Pick<ShotDeps, "db" | "clock" | "claims">): StreamHandler<typeof bayStream> {
  const { db, clock } = deps;
  return async ({ caller, params }) => {
    let first = true;
    const load = async () => {
      // The next answer includes all changes during the wait.
      if (!first) await wait(CALM_MS);
      first = false;
      return readBoard(db, await reachCourse(deps, caller, params.id, clock.now()), clock.now());
    };
    return { bays: { topic: bayTopic(params.id), load } };
  };
}
