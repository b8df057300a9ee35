/** The handlers of the rows behind the figures of play. */
import { formatPlayerId } from "#features/accounts/rules.ts";
import { type Place, readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { addDays, type Day, instantOf } from "#platform/shared/days.ts";
import type { PlayedSort, playedRoutes } from "../played-contract.ts";
import { checkCourse, type FigureDeps } from "./figures.ts";
import { listPlayers, listSessions, type PlayedPage } from "./played-store.ts";

const PAGE = 100;

interface Asked<Kind> {
  q?: string | undefined;
  kind?: Kind | undefined;
  courseId?: number | undefined;
  days?: "course" | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  sort?: PlayedSort | undefined;
  cursor?: string | undefined;
}

export function playedHandlers({
  db,
  timeZone: operatorsZone,
}: Pick<FigureDeps, "db" | "timeZone">): Handlers<typeof playedRoutes> {
  /** @throws courses.not_found */
  async function zoneOf({ courseId, days }: Asked<unknown>): Promise<string> {
    const course = await checkCourse(db, { courseId });
    return days === "course" && course ? course.timeZone : operatorsZone;
  }
  const pageOf = <Kind>(
    { q, from, to, sort, cursor, kind, courseId }: Asked<Kind>,
    timeZone: string,
  ): PlayedPage<Kind> => ({
    text: q,
    kind,
    courseId,
    from: from === undefined ? undefined : instantOf(from, 0, 0, timeZone),
    until: to === undefined ? undefined : instantOf(addDays(to, 1), 0, 0, timeZone),
    sort: sort ?? "newest",
    beyond: readCursor(cursor),
    limit: PAGE + 1,
  });
  /** The cursor of the page after these rows, if there are more. */
  const nextOf = <Row>(found: readonly Row[], place: (row: Row) => Place) => {
    const last = found.length > PAGE ? found[PAGE - 1] : undefined;
    return last === undefined ? null : writeCursor(place(last));
  };
  return {
    listSessions: async ({ query }) => {
      const timeZone = await zoneOf(query);
      const found = await listSessions(db, pageOf(query, timeZone));
      const nextCursor = nextOf(found, ({ id, startedAt }) => ({ id, at: new Date(startedAt) }));
      return { status: 200, body: { sessions: found.slice(0, PAGE), nextCursor, timeZone } };
    },
    listPlayers: async ({ query }) => {
      const timeZone = await zoneOf(query);
      const found = await listPlayers(db, pageOf(query, timeZone));
      const nextCursor = nextOf(found, ({ id, lastAt }) => ({ id, at: new Date(lastAt) }));
      const players = found
        .slice(0, PAGE)
        .map(({ playerId, ...row }) => ({ ...row, userId: formatPlayerId(playerId) }));
      return { status: 200, body: { players, nextCursor, timeZone } };
    },
  };
}
