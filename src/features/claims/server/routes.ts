/** The handlers of claims. */
import { isCaller } from "#features/accounts/server/view.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findAnyCourse } from "#features/courses/server/store.ts";
import { type Place, readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { writeDateFilter } from "#platform/shared/date-filter.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { RequestOf } from "#platform/shared/route.ts";
import { type claimRoutes, refuse } from "../contract.ts";
import { ownCourses } from "./claim-steps.ts";
import { claimHeader, claimLines } from "./claim-file.ts";
import type { ClaimDeps } from "./deps.ts";
import { headsIn } from "./file-heads.ts";
import * as store from "./store.ts";
import { confirm, forfeit, pay } from "./payout.ts";
import { reject, verify } from "./verdict.ts";
import { toAdminClaim, toClaim, toWinner } from "./view.ts";
import { readNeeds, readWaits, showClaim } from "./waits.ts";
import { readWinners } from "./winner-store.ts";

const PAGE = 200;
const WINNERS = 10;

type ClaimFilter = RequestOf<(typeof claimRoutes)["exportClaims"]>["query"];

/** The claims of a page among those found, which are one more if another page follows, and the place where it follows. */
function pageOf(found: readonly store.ClaimView[]): { shown: readonly store.ClaimView[]; next: Place | undefined } {
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1)?.claim : undefined;
  return { shown, next: last && { at: last.createdAt, id: last.id } };
}

/** The address of a list's next page. */
function nextPage({ dateFilter, ...filter }: ClaimFilter, place: Place): string {
  const given = Object.entries({ ...filter, dateFilter: dateFilter && writeDateFilter(dateFilter) });
  const query = new URLSearchParams({ cursor: writeCursor(place) });
  for (const [name, value] of given) if (value !== undefined && value !== null) query.set(name, String(value));
  return `/api/admin/prize-claims?${query.toString()}`;
}

export function claimHandlers(deps: ClaimDeps): Handlers<typeof claimRoutes> {
  /** A filter for the claims that the caller may see. */
  function scopeOf<F extends { days?: "operator" | undefined }>(caller: Caller, { days, ...filter }: F) {
    return { ...filter, courseIds: ownCourses(caller), timeZone: days && deps.timeZone };
  }

  async function decided(id: string) {
    return { status: 200 as const, body: { claim: await showClaim(deps, id) } };
  }

  return {
    listWinners: async ({ params }) => {
      const course = await findAnyCourse(deps.db, params.id);
      if (!course) throw refuseCourse("courses.not_found");
      return { status: 200, body: { winners: (await readWinners(deps.db, course.id, WINNERS)).map(toWinner) } };
    },

    listMyClaims: async ({ caller, params, query }) => {
      if (!isCaller(caller, params.id)) throw refuse("claims.not_found");
      const beyond = readCursor(query.cursor)?.id;
      const { shown, next } = pageOf(await store.readOfPlayer(deps.db, caller.id, { beyond, limit: PAGE + 1 }));
      const needs = await readNeeds(deps, deps.db, shown, caller.id);
      return {
        status: 200,
        body: {
          claims: shown.map((view) => ({ ...toClaim(view, caller.id), needs: needs(view) })),
          nextCursor: next ? writeCursor(next) : null,
        },
      };
    },

    listClaims: async ({ caller, query: { cursor, ...filter } }) => {
      const page = { ...scopeOf(caller, filter), beyond: readCursor(cursor)?.id, limit: PAGE + 1 };
      const { shown, next } = pageOf(await store.readPage(deps.db, page));
      const headers = next ? { link: `<${nextPage(filter, next)}>; rel="next"` } : {};
      const waits = await readWaits(deps, deps.db, shown);
      return { status: 200, body: shown.map((view) => toAdminClaim(view, waits(view))), headers };
    },
    countClaims: async ({ caller, query }) => {
      const courseIds = ownCourses(caller);
      const { verifiedCents, ...counts } = await store.countClaims(deps.db, { courseIds });
      const isNarrowed = Object.values(query).some((value) => value !== undefined && value !== null);
      const { verifiedCents: _, ...fitting } = isNarrowed
        ? await store.countClaims(deps.db, scopeOf(caller, query))
        : { verifiedCents, ...counts };
      return { status: 200, body: { ...counts, verifiedMoney: toDollars(verifiedCents), fitting } };
    },
    exportClaims: async ({ caller, query }) => ({
      status: 200,
      body: toCsv(headsIn(claimHeader, query.language), claimLines(deps, scopeOf(caller, query))),
      filename: `${["claims", query.status].filter(Boolean).join("-")}.csv`,
    }),

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
