/** The handlers of managing sponsors, their logos and the sponsored prizes. */
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { refuseManage } from "../manage-contract.ts";
import type { ManagedPrize, ManagedSponsor, manageSponsorRoutes } from "../sponsor-contract.ts";
import { keepLogo } from "./logos.ts";
import { add, change, defined, type ManageDeps, existingOne } from "./manage.ts";
import * as store from "./manage-store.ts";
import { findAnyCourse } from "./store.ts";

export function manageSponsorHandlers(deps: ManageDeps): Handlers<typeof manageSponsorRoutes> {
  const { db } = deps;

  /** @throws manage.no_course, manage.closed_for_good */
  async function existing(courseId: number, on: Db = db): Promise<number> {
    const course = await findAnyCourse(on, courseId);
    if (!course) throw refuseManage("manage.no_course");
    if (course.closedAt) throw refuseManage("manage.closed_for_good");
    return courseId;
  }

  /** Checks that a prize's sponsor belongs to the prize's course. @throws manage.sponsor_elsewhere */
  async function checkSponsor(on: Db, courseId: number, sponsorId: number | null | undefined): Promise<void> {
    if (sponsorId === null || sponsorId === undefined) return;
    const [found] = await store.readSponsors(on, sponsorId);
    if (found?.sponsor.courseId !== courseId) throw refuseManage("manage.sponsor_elsewhere");
  }

  return {
    listManagedSponsors: async () => ({ status: 200, body: { sponsors: await sponsorViews(db) } }),

    createSponsor: async ({ caller, connection, body }) => {
      const { courseId, prizeValue, isActive, website, phone, ...same } = body;
      const draft = {
        ...same,
        courseId: await existing(courseId),
        prizeValueCents: toCents(prizeValue),
        ...defined({ website, phone, active: isActive }),
      };
      const sponsor = await add(deps, { caller, key: connection.key }, "sponsor", draft, sponsorView);
      return { status: 201, body: { sponsor } };
    },

    changeSponsor: async ({ caller, params, body }) => {
      const { version, prizeValue, isActive, logo, ...same } = body;
      const of = { kind: "sponsor", id: params.id, version } as const;
      const sponsor = await change(deps, caller, of, sponsorView, async (tx, row) => {
        await existing(row.courseId, tx);
        return defined({
          ...same,
          active: isActive,
          prizeValueCents: prizeValue === undefined ? undefined : toCents(prizeValue),
          logo: logo === undefined ? undefined : null,
        });
      });
      return { status: 200, body: { sponsor } };
    },

    uploadLogo: async ({ caller, params, body, work }) => {
      const of = { kind: "sponsor", id: params.id, version: body.version } as const;
      // Before the transaction, because it takes a while. An unused picture does no harm.
      const logo = await keepLogo(work, db, Buffer.from(body.image, "base64"));
      const sponsor = await change(deps, caller, of, sponsorView, async (tx, row) => {
        await existing(row.courseId, tx);
        return { logo };
      });
      return { status: 200, body: { sponsor } };
    },

    listManagedPrizes: async () => ({ status: 200, body: { prizes: await prizeViews(db) } }),

    createPrize: async ({ caller, connection, body }) => {
      const { courseId, isActive, sponsorId, statedValue, stock, ...same } = body;
      await checkSponsor(db, await existing(courseId), sponsorId);
      const valueCents = toCents(statedValue);
      const draft = { ...same, courseId, valueCents, ...defined({ sponsorId, stock, isActive }) };
      const prize = await add(deps, { caller, key: connection.key }, "sponsored_prize", draft, prizeView);
      return { status: 201, body: { prize } };
    },

    changePrize: async ({ caller, params, body }) => {
      const { version, statedValue, ...wanted } = body;
      const stated = statedValue === undefined ? {} : { valueCents: toCents(statedValue), valueIsStated: true };
      const of = { kind: "sponsored_prize", id: params.id, version } as const;
      const prize = await change(deps, caller, of, prizeView, async (tx, row) => {
        await checkSponsor(tx, await existing(row.courseId, tx), wanted.sponsorId);
        const { reserved } = row;
        if (typeof wanted.stock === "number" && wanted.stock < reserved)
          throw refuseManage("manage.stock_is_claimed", {
            message: `${reserved} of this prize are claimed already: the stock cannot be less than ${reserved}`,
          });
        return { ...defined(wanted), ...stated };
      });
      return { status: 200, body: { prize } };
    },
  };
}

async function sponsorViews(db: Db, id?: number): Promise<ManagedSponsor[]> {
  const rows = await store.readSponsors(db, id);
  return rows.map(({ sponsor: { prizeValueCents, active, ...sponsor }, courseName }) => ({
    ...sponsor,
    courseName,
    prizeValue: toDollars(prizeValueCents),
    isActive: active,
  }));
}

async function sponsorView(db: Db, id: number): Promise<ManagedSponsor> {
  return existingOne(await sponsorViews(db, id));
}

async function prizeViews(db: Db, id?: number): Promise<ManagedPrize[]> {
  const rows = await store.readPrizes(db, id);
  return rows.map(({ prize: { reserved, valueCents, ...prize }, ...names }) => ({
    ...prize,
    ...names,
    statedValue: toDollars(valueCents),
    claimed: reserved,
  }));
}

async function prizeView(db: Db, id: number): Promise<ManagedPrize> {
  return existingOne(await prizeViews(db, id));
}
