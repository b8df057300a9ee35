/** The courses of a seed, and the model's world at its start. */
import { post } from "./model/money.ts";
import type { Months } from "./model/months.ts";
import type { World } from "./model/world.ts";
import type { CoursePlan } from "./plan.ts";
import type { Random } from "./random.ts";

const zones = [
  "America/New_York",
  "America/Los_Angeles",
  "America/Phoenix",
  "Europe/London",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Australia/Lord_Howe",
] as const;
/** What sponsored prizes are worth, in cents: nothing, a part of the threshold for tax forms, and more than it. */
const VALUES = [0, 4_999, 30_000, 60_001];

export function planCourses(random: Random, count: number): CoursePlan[] {
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

/** @param months where months are played */
export function emptyWorld(plans: readonly CoursePlan[], now: number, months?: Months): World {
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
    // The world's own: its prices change, and another seed begins with the demo's.
    packs: structuredClone(packs),
    people: [],
    orders: [],
    rows: [],
    shots: [],
    claims: [],
    keys: {},
    freeShots: [],
    books: {},
    ...(months ? { months } : {}),
  };
  for (const plan of plans) post(world, plan.baseJackpotCents, "house_funding", `pot:${plan.id}`);
  return world;
}
