/** One seed, from empty courses to the last check. */
import { checkEverything } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { playDay, sleep } from "./day.ts";
import { dayStart } from "./model/calendar.ts";
import { post } from "./model/money.ts";
import type { World } from "./model/world.ts";
import { hire, signInAgain } from "./people.ts";
import type { CoursePlan } from "./plan.ts";
import { startServer } from "./process.ts";
import { createRandom, type Random } from "./random.ts";
import { type Counts, createStage } from "./stage.ts";

export interface Wish {
  seed: number;
  days: number;
  courses: number;
}

export interface Result extends Counts {
  /** The failure, with the last calls; undefined without one. */
  failure: string | undefined;
  /** Every call, one line each. */
  log: readonly string[];
}

const zones = [
  "America/New_York",
  "America/Los_Angeles",
  "America/Phoenix",
  "Europe/London",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Australia/Lord_Howe",
] as const;
/** Ordinary days, and days on which clocks change or offices are closed. */
const mornings = [
  "2026-03-07",
  "2026-03-28",
  "2026-04-14",
  "2026-07-02",
  "2026-09-04",
  "2026-10-03",
  "2026-10-31",
  "2026-11-25",
];
const MONTH_MS = 31 * 86_400_000;
/** What sponsored prizes are worth, in cents: nothing, a part of the threshold for tax forms, and more than it. */
const VALUES = [0, 4_999, 30_000, 60_001];

function planCourses(random: Random, count: number): CoursePlan[] {
  return Array.from({ length: count }, (_, index) => {
    const exclusiveBays = random.chance(0.4);
    const jackpotShareBp = random.pick([2_000, 2_000, 1_500, 3_333, 0, 8_000]);
    const prizes = (["left", "right"] as const).flatMap((hole) => [
      ...(random.chance(0.3) ? [{ hole, prizeName: `Old ${hole} prize`, valueCents: 1, isActive: false }] : []),
      ...(random.chance(0.5)
        ? [{ hole, prizeName: `First ${hole} prize`, valueCents: random.pick(VALUES), isActive: true }]
        : []),
      ...(random.chance(0.3)
        ? [{ hole, prizeName: `Second ${hole} prize`, valueCents: random.pick(VALUES), isActive: true }]
        : []),
    ]);
    return {
      id: 11 + index,
      name: `Range ${index + 1}`,
      timeZone: random.pick(zones),
      priceFactorBp: random.pick([10_000, 12_000, 15_000, 9_999, 13_333, 12_345, 10_050]),
      jackpotShareBp,
      rangeShareBp: random.pick([0, 0, 500, 1_234, 2_000]),
      // One collects a tax in every run.
      taxRateMilli: index === 0 ? random.pick([7_000, 7_250, 19_625, 99_999]) : random.pick([0, 0, 6_000]),
      baseJackpotCents: random.pick([100_000, 50_000, 25_000, 123]),
      bayCount: exclusiveBays ? random.int(2, 5) : random.int(5, 100),
      exclusiveBays,
      prizes,
      staffed: random.chance(0.5),
    };
  });
}

/** The demo's packages. */
const packs: World["packs"] = [
  { id: 1, price: 300, balls: 5, type: "sponsored" },
  { id: 2, price: 200, balls: 3, type: "sponsored" },
  { id: 3, price: 100, balls: 1, type: "sponsored" },
  { id: 4, price: 500, balls: 10, type: "jackpot" },
  { id: 5, price: 300, balls: 5, type: "jackpot" },
  { id: 6, price: 900, balls: 20, type: "jackpot" },
];

function emptyWorld(plans: readonly CoursePlan[], now: number): World {
  const prizeOf = (plan: CoursePlan, wanted: "left" | "right", otherwise: { prizeName: string; valueCents: number }) =>
    plan.prizes.find(({ hole, isActive }) => hole === wanted && isActive) ?? otherwise;
  const world: World = {
    now,
    courses: plans.map((plan) => {
      const left = prizeOf(plan, "left", { prizeName: "TaylorMade SIM2 Driver", valueCents: 54_999 });
      const right = prizeOf(plan, "right", { prizeName: "TopGolf Bay Pass (1 Hour)", valueCents: 5_500 });
      return {
        ...plan,
        base: plan.baseJackpotCents,
        prizes: { left: left.prizeName, right: right.prizeName },
        values: { left: left.valueCents, right: right.valueCents },
        potChangedAt: now,
      };
    }),
    packs,
    people: [],
    orders: [],
    rows: [],
    shots: [],
    claims: [],
    keys: {},
    freeShots: [],
    books: {},
  };
  for (const plan of plans) post(world, plan.baseJackpotCents, "house_funding", `pot:${plan.id}`);
  return world;
}

export async function runSeed(cluster: Cluster, { seed, days, courses }: Wish): Promise<Result> {
  const random = createRandom(seed);
  const plans = planCourses(random, courses);
  const now = dayStart(random.pick(mornings), plans[0]?.timeZone ?? "UTC") + 8 * 3_600_000;
  const name = `simulate_${process.pid}_${seed}`;
  const database = await cluster.create(name);
  const opening = { database, now, courses: plans };
  // One after the other, because the first one makes the courses.
  const servers = [await startServer(opening), await startServer(opening)];
  const stage = createStage(servers, random, emptyWorld(plans, now));
  let failure: string | undefined;
  try {
    const cast = await hire(stage);
    for (let day = 0; day < days; day++) {
      if (day > 0) sleep(stage);
      await playDay(stage, cast);
    }
    await checkEverything(stage, cast, database);
    // After a month, orders that were never started are refunded.
    stage.pass(MONTH_MS);
    await signInAgain(stage, cast);
    await checkEverything(stage, cast, database);
  } catch (error) {
    const text =
      error instanceof Error ? `${error.name === "Error" ? "" : `${error.name}: `}${error.message}` : String(error);
    const where = error instanceof Error && error.constructor.name !== "Violation" ? `\n${error.stack}` : "";
    failure = `${text}${where}\nThe last calls:\n${stage.log.slice(-25).join("\n")}`;
  } finally {
    for (const server of servers) await server.stop();
    await cluster.drop(name);
  }
  return { ...stage.counts, failure, log: stage.log };
}
