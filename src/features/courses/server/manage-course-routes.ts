/** The handlers of managing courses and the requests for new ones. */
import { openPot, readPots } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import type { RequestOf } from "#platform/shared/route.ts";
import { type ManagedCourse, type ManagedRequest, type manageCourseRoutes, refuseManage } from "../manage-contract.ts";
import { isTooCheap } from "../rules.ts";
import { DEFAULT_TAX_LABEL, houseTerms, sharesFit, shownTax, shownTerms, type Tax } from "../terms-rules.ts";
import { checkOffersAt } from "./least-price.ts";
import { add, change, defined, type ManageDeps, existingOne } from "./manage.ts";
import * as store from "./manage-store.ts";
import type { CourseRow } from "./store.ts";

const PAGE = 50;

type Body = Omit<RequestOf<(typeof manageCourseRoutes)["changeCourse"]>["body"], "version">;

export function manageCourseHandlers(deps: ManageDeps): Handlers<typeof manageCourseRoutes> {
  const { db, clock, config, play } = deps;
  /** The tax of a new course for which nobody says another. */
  const tax: Tax = config.tax ?? { label: DEFAULT_TAX_LABEL, rate: 0 };

  return {
    listManagedCourses: async () => ({
      status: 200,
      body: { courses: await views(db), publicUrl: config.publicUrl ?? null, newTax: shownTax(tax) },
    }),

    createCourse: async ({ caller, connection, body }) => {
      const { name, address, timeZone, bayCount } = body;
      const fields = columnsOf(body);
      if (((fields.latitude ?? null) === null) !== ((fields.longitude ?? null) === null))
        throw refuseManage("manage.half_a_place");
      const taxed = { taxRateMilli: tax.rate, taxLabel: tax.label };
      const draft = { ...houseTerms, ...taxed, ...fields, name, address, timeZone, bayCount };
      if (!sharesFit(draft)) throw refuseManage("manage.shares_too_high");
      const course = await add(deps, { caller, key: connection.key }, "course", draft, view, async (tx, id, now) => {
        const made = existingOne(await store.readCourses(tx, id));
        await checkOffersAt(tx, made);
        await openPot(tx, id, made.baseJackpotCents, now);
      });
      return { status: 201, body: { course } };
    },

    changeCourse: async ({ caller, params, body }) => {
      const { version, ...wanted } = body;
      const course = await change(deps, caller, { kind: "course", id: params.id, version }, view, async (tx, row) => {
        if (row.closedAt) throw refuseManage("manage.closed_for_good");
        const fields = columnsOf(wanted);
        const next = { ...row, ...fields };
        if ((next.latitude === null) !== (next.longitude === null)) throw refuseManage("manage.half_a_place");
        if (!sharesFit(next)) throw refuseManage("manage.shares_too_high");
        if (next.priceFactorBp !== row.priceFactorBp || next.active !== row.active) await checkOffersAt(tx, next);
        if (next.timeZone !== row.timeZone || next.bayCount < row.bayCount) {
          const { highestBay, isUsed } = await play.findCourseUse(tx, row.id);
          if (next.timeZone !== row.timeZone && isUsed) throw refuseManage("manage.zone_is_fixed");
          if (next.bayCount < highestBay)
            throw refuseManage("manage.bay_in_play", {
              message: `Bay ${highestBay} is in play. Take it away once that session has ended.`,
            });
        }
        return fields;
      });
      return { status: 200, body: { course } };
    },

    listCourseRequests: async ({ query }) => {
      const before = readCursor(query.cursor);
      const found = await store.readRequests(db, { status: query.status, before, limit: PAGE + 1 });
      const page = found.slice(0, PAGE);
      const last = found.length > PAGE ? page.at(-1)?.request : undefined;
      return {
        status: 200,
        body: {
          courseRequests: page.map(toRequest),
          nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
          timeZone: config.operatorTimeZone,
        },
      };
    },

    markCourseRequest: async ({ caller, params, body }) => {
      const courseRequest = await db.transaction(async (tx) => {
        const at = clock.now();
        const marked = await store.markRequest(tx, params.id, body.handled ? { by: caller.id, at } : null);
        if (marked === undefined) throw refuseManage("manage.not_found");
        if (!marked) throw refuseManage("manage.request_is_so");
        await note(tx, {
          actorId: caller.id,
          action: "course_request.changed",
          subject: `course_request:${params.id}`,
          detail: { before: { handled: !body.handled }, after: { handled: body.handled } },
          at,
        });
        return toRequest(existingOne(await store.readRequests(tx, { id: params.id, limit: 1 })));
      });
      return { status: 200, body: { courseRequest } };
    },
  };
}

/** The columns of the table: cents and basis points. */
function columnsOf(body: Partial<Body>): Partial<CourseRow> {
  const { baseJackpot, jackpotShare, rangeShare, priceFactor, taxRate, isOpen, ...same } = body;
  return defined({
    ...same,
    active: isOpen,
    baseJackpotCents: baseJackpot === undefined ? undefined : toCents(baseJackpot),
    jackpotShareBp: jackpotShare === undefined ? undefined : Math.round(jackpotShare * 100),
    rangeShareBp: rangeShare === undefined ? undefined : Math.round(rangeShare * 100),
    priceFactorBp: priceFactor === undefined ? undefined : Math.round(priceFactor * 10_000),
    taxRateMilli: taxRate === undefined ? undefined : Math.round(taxRate * 1000),
  });
}

async function views(db: Db, id?: number): Promise<ManagedCourse[]> {
  const [rows, pots] = [await store.readCourses(db, id), await readPots(db)];
  const offers = (await store.readPackages(db)).filter(({ active }) => active);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.timeZone,
    bayCount: row.bayCount,
    exclusiveBays: row.exclusiveBays,
    jackpotAmount: toDollars(pots.get(row.id)?.amount ?? 0),
    ...shownTerms(row),
    ...shownTax({ label: row.taxLabel, rate: row.taxRateMilli ?? 0 }),
    isOpen: row.active,
    closedAt: row.closedAt?.toISOString() ?? null,
    tooCheap: offers
      .filter(({ priceCents }) => row.active && isTooCheap(priceCents, row.priceFactorBp))
      .map(({ name }) => name),
    version: row.version,
  }));
}

async function view(db: Db, id: number): Promise<ManagedCourse> {
  return existingOne(await views(db, id));
}

type RequestRow = Awaited<ReturnType<typeof store.readRequests>>[number];

function toRequest({ request, handledBy }: RequestRow): ManagedRequest {
  const { createdAt, handledAt, ...rest } = request;
  return { ...rest, createdAt: createdAt.toISOString(), handledAt: handledAt?.toISOString() ?? null, handledBy };
}
