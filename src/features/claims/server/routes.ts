/** The handlers of claims. */
import { isCaller } from "#features/accounts/server/view.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findCourse } from "#features/courses/server/store.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type claimRoutes, refuse } from "../contract.ts";
import type { ClaimDeps } from "./deps.ts";
import * as store from "./store.ts";
import { confirm, forfeit, pay } from "./payout.ts";
import { payoutHandlers } from "./payout-routes.ts";
import { reject, verify } from "./verdict.ts";
import { toAdminClaim, toClaim, toWinner } from "./view.ts";
import { readWaits } from "./waits.ts";
import { readWinners } from "./winner-store.ts";

const PAGE = 200;
const WINNERS = 10;

export function claimHandlers(deps: ClaimDeps): Handlers<typeof claimRoutes> {
  async function decided(id: string) {
    const view = await store.readOne(deps.db, id);
    if (!view) throw refuse("claims.not_found");
    const waits = await readWaits(deps, deps.db, [view]);
    return { status: 200 as const, body: { claim: toAdminClaim(view, waits(view)) } };
  }

  return {
    ...payoutHandlers(deps),

    listWinners: async ({ params }) => {
      const course = await findCourse(deps.db, params.id);
      if (!course) throw refuseCourse("courses.not_found");
      return { status: 200, body: { winners: (await readWinners(deps.db, course.id, WINNERS)).map(toWinner) } };
    },

    listMyClaims: async ({ caller, params }) => {
      if (!isCaller(caller, params.id)) throw refuse("claims.not_found");
      return { status: 200, body: { claims: (await store.readOfPlayer(deps.db, caller.id)).map(toClaim) } };
    },

    listClaims: async ({ caller, query }) => {
      const courseIds = caller.role === "staff" ? caller.courseIds : undefined;
      const found = await store.readPage(deps.db, {
        courseIds,
        status: query.status,
        before: readCursor(query.cursor),
        limit: PAGE + 1,
      });
      const page = found.slice(0, PAGE);
      const last = found.length > PAGE ? page.at(-1)?.claim : undefined;
      const next =
        last &&
        new URLSearchParams({
          ...(query.status ? { status: query.status } : {}),
          cursor: writeCursor({ at: last.createdAt, id: last.id }),
        });
      const headers = next ? { link: `</api/admin/prize-claims?${next.toString()}>; rel="next"` } : {};
      const waits = await readWaits(deps, deps.db, page);
      return { status: 200, body: page.map((view) => toAdminClaim(view, waits(view))), headers };
    },

    verifyClaim: async ({ caller, params }) => {
      await verify(deps, caller, params.id);
      return decided(params.id);
    },
    rejectClaim: async ({ caller, params, body }) => {
      await reject(deps, caller, params.id, body.reason);
      return decided(params.id);
    },
    confirmForPayout: async ({ caller, params, body }) => {
      await confirm(deps, caller, params.id, body);
      return decided(params.id);
    },
    payClaim: async ({ caller, params, body, connection }) => {
      await pay(deps, caller, params.id, body, connection.key);
      return decided(params.id);
    },
    forfeitClaim: async ({ caller, params, body, connection }) => {
      await forfeit(deps, caller, params.id, body.reason, connection.key);
      return decided(params.id);
    },
  };
}
