/** The handlers of courses: public reading, and the request for a new course. */
import { randomUUID } from "node:crypto";
import { type Pot, readPots } from "#features/ledger/server/store.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type Course, type courseRoutes, type Hole, refuse } from "../contract.ts";
import type { requestRoutes } from "../request-contract.ts";
import { freeShotPackage } from "../rules.ts";
import { freeShotInSpanish } from "../spanish-rules.ts";
import { readClosings } from "./closing-store.ts";
import * as store from "./store.ts";

/** The middle of the contiguous United States: the centre of a map without any course on it. */
const MIDDLE = { latitude: 39.83, longitude: -98.58 };

export interface CourseDeps {
  db: Db;
  config: Config;
  /** The gateway's name, and the key that the browser needs for it. */
  payments: { provider: "sandbox" | "stripe"; publicKey?: string };
}

export function courseHandlers({ db, config, payments }: CourseDeps): Handlers<typeof courseRoutes> {
  /** Closed ones too: someone may still play there. */
  async function existing(id: number): Promise<store.CourseRow> {
    const row = await store.findAnyCourse(db, id);
    if (!row) throw refuse("courses.not_found");
    return row;
  }

  return {
    listCourses: async () => {
      const [rows, pots] = await Promise.all([store.listCourses(db), readPots(db)]);
      return { status: 200, body: { courses: rows.map((row) => toCourse(row, pots.get(row.id))) } };
    },
    getCourse: async ({ params }) => {
      const row = await existing(params.id);
      const [pots, closings] = await Promise.all([readPots(db), readClosings(db, row.id)]);
      return { status: 200, body: { course: toCourse(row, pots.get(row.id)), isOpen: row.active, ...closings } };
    },
    listSponsors: async ({ params }) => {
      const course = await existing(params.id);
      const rows = await store.listSponsors(db, course.id);
      const at = (hole: Hole) => rows.filter((row) => row.hole === hole).map(toSponsor);
      return { status: 200, body: { sponsors: { left: at("left"), right: at("right"), middle: at("middle") } } };
    },
    listPackages: async () => {
      const rows = await store.listPackages(db);
      return {
        status: 200,
        body: { packages: [{ ...freeShotPackage, ...freeShotInSpanish }, ...rows.map(toPackage)] },
      };
    },
    listSponsoredPrizes: async ({ query }) => {
      if (query.courseId !== undefined) await existing(query.courseId);
      const rows = await store.listPrizes(db, query.courseId);
      return {
        status: 200,
        body: {
          prizes: rows.map((row) => ({
            hole_type: row.hole,
            is_active: row.isActive,
            prize_name: row.prizeName,
            prize_name_es: row.prizeNameEs ?? undefined,
          })),
        },
      };
    },
    getConfig: async () => {
      const placed = (await store.listCourses(db)).find(({ latitude }) => latitude !== null);
      return {
        status: 200,
        body: {
          productName: config.productName,
          payments,
          maps: config.googleMapsKey ? { provider: "google", key: config.googleMapsKey } : { provider: "embedded" },
          defaultCenter: {
            latitude: placed?.latitude ?? MIDDLE.latitude,
            longitude: placed?.longitude ?? MIDDLE.longitude,
          },
        },
      };
    },
  };
}

export function requestHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof requestRoutes> {
  return {
    requestCourse: async ({ body }) => {
      const courseRequest = { id: randomUUID(), ...body, message: body.message ?? null };
      const createdAt = clock.now();
      await store.insertCourseRequest(db, { ...courseRequest, createdAt });
      return { status: 201, body: { courseRequest: { ...courseRequest, createdAt: createdAt.toISOString() } } };
    },
  };
}

function toCourse(row: store.CourseRow, pot: Pot | undefined): Course {
  if (!pot) throw new Error(`Course ${row.id} has no pot`);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.timeZone,
    jackpotAmount: toDollars(pot.amount),
    jackpotUpdatedAt: pot.changedAt.toISOString(),
    jackpotUnderReview: toDollars(pot.underReview),
    priceFactor: row.priceFactorBp / 10_000,
    collectsTax: (row.taxRateMilli ?? 0) > 0,
    bayCount: row.bayCount,
  };
}

function toPackage(row: store.PackageRow) {
  const { id, name, description, ballCount, packageType, isPopular } = row;
  return {
    id,
    name,
    nameEs: row.nameEs ?? undefined,
    description,
    descriptionEs: row.descriptionEs ?? undefined,
    price: toDollars(row.priceCents),
    ballCount,
    packageType,
    isPopular,
  };
}

function toSponsor(row: store.SponsorRow) {
  return {
    id: row.id,
    sponsorName: row.name,
    sponsorLogo: row.logo,
    sponsorWebsite: row.website,
    sponsorPhone: row.phone,
    prizeName: row.prizeName,
    prizeNameEs: row.prizeNameEs ?? undefined,
    prizeDescription: row.prizeDescription,
    prizeDescriptionEs: row.prizeDescriptionEs ?? undefined,
    prizeValue: toDollars(row.prizeValueCents),
  };
}
