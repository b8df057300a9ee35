/** One seed over months: days with few calls, month ends, closings, and the checks after each. */
import { checkMonth, checkNow } from "./months-check.ts";
import type { Cluster } from "./cluster.ts";
import { setLimit } from "./controlling.ts";
import { closeOverdue, playDay, playMonthEnd, playNight } from "./months-day.ts";
import { addDays } from "./model/calendar.ts";
import { post } from "./model/money.ts";
import type { Months } from "./model/months.ts";
import { monthOf, monthsOf, periodEnd, zoneOf } from "./model/periods.ts";
import { emptyWorld, planCourses } from "./opening.ts";
import { type Cast, hire, register, signInAgain } from "./people.ts";
import type { CoursePlan, Opening } from "./plan.ts";
import { createRandom } from "./random.ts";
import { playOnServers, type Result } from "./run.ts";
import type { Stage } from "./stage.ts";

const DAY_MS = 86_400_000;
const NIGHT_MS = 2 * 3_600_000;
/** Days after the last month, in which it is closed. */
const REST_DAYS = 8;
const SIGN_IN_DAYS = 20;
const GOLFERS = 5;

/** The demo's courses, at which nobody plays: their pots, opened by the seed of the database. */
const demo = { ids: [1, 2, 3], timeZone: "America/New_York", base: 100_000, openedAt: Date.parse("2026-01-01T00:00Z") };

interface Wish {
  seed: number;
  /** Whole months after that in which the seed begins. */
  months: number;
  courses: number;
}

export async function runMonths(cluster: Cluster, { seed, months, courses }: Wish): Promise<Result> {
  const random = createRandom(seed);
  const plans = planCourses(random, courses);
  // All of it lies in the year whose holidays the model knows.
  const month = random.int(1, 11 - months);
  const now = Date.UTC(2026, month - 1, random.int(3, 27), 14);
  const start = { seed, random, now, plans, world: openBooks(plans, now) };
  return playOnServers(cluster, start, async (stage, database) => {
    const last = addDays(new Date(now).toISOString().slice(0, 8).concat("15"), months * 30.4).slice(0, 7);
    await play(stage, database, last);
  });
}

/** The world at the start, with its first postings. @param openedAt the opening of the demo's courses */
export function openBooks(plans: readonly CoursePlan[], now: number, openedAt = demo.openedAt) {
  const { ids, timeZone: zone, base } = demo;
  const played = plans.map(({ id, timeZone }) => ({ id, timeZone, firstMonth: monthOf(now, timeZone) }));
  const others = ids.map((id) => ({ id, timeZone: zone, firstMonth: monthOf(openedAt, zone) }));
  const months: Months = {
    log: [],
    courses: [...others, ...played],
    transactions: [],
    listReadAt: null,
    payouts: [],
    remittances: [],
    proposals: [],
    closed: [],
    limit: 0,
  };
  const world = emptyWorld(plans, now, months);
  world.now = openedAt;
  for (const id of ids) post(world, base, "house_funding", `pot:${id}`);
  world.now = now;
  return world;
}

/** @param last the last month that is played to its end */
async function play(stage: Stage, database: Opening["database"], last: string): Promise<void> {
  const { random } = stage;
  const cast = await hire(stage);
  for (let golfer = 0; golfer < GOLFERS; golfer++) await register(stage, cast, undefined);
  await setLimit(stage, random.pick([200, 1_000, 5_000, 120_000]));
  const first = Math.floor(stage.world().now / DAY_MS);
  for (let day = first; !isOver(stage, last); day++) {
    if ((day - first) % SIGN_IN_DAYS === 0) await signInAgain(stage, cast);
    await playAll(stage, cast, day);
    await closeOverdue(stage);
    await checkClosed(stage, database);
  }
  for (const { course, month } of monthsOf(stage.world()).closed) await checkMonth(stage, course, month);
  for (const { id } of stage.world().courses)
    await checkMonth(stage, id, monthOf(stage.world().now, zoneOf(stage.world(), id)));
  await checkNow(stage, database);
}

function isOver(stage: Stage, last: string): boolean {
  const world = stage.world();
  return world.courses.every(({ id }) => world.now > periodEnd(world, id, last) + REST_DAYS * DAY_MS);
}

/** What happens on a day, in its order. */
async function playAll(stage: Stage, cast: Cast, day: number): Promise<void> {
  const { random } = stage;
  const start = day * DAY_MS;
  const world = stage.world();
  const ends = world.courses.flatMap(({ id }) => {
    const end = periodEnd(world, id, monthOf(start, zoneOf(world, id)));
    return end < start + DAY_MS ? [{ id, end }] : [];
  });
  const moments = [
    { at: start + NIGHT_MS + random.int(0, 3_000_000), play: () => playNight(stage, cast) },
    ...ends.map(({ id, end }) => ({
      at: end - random.int(60_000, 1_200_000),
      play: () => playMonthEnd(stage, cast, id, end),
    })),
    ...(random.chance(0.25) ? [{ at: start + random.int(4, 20) * 3_600_000, play: () => playDay(stage, cast) }] : []),
  ];
  for (const moment of moments.toSorted((one, other) => one.at - other.at)) {
    stage.pass(Math.max(1, moment.at - stage.world().now));
    await moment.play();
  }
}

const checked = new WeakMap<Stage, number>();

/** Checks each month once it is closed. */
async function checkClosed(stage: Stage, database: Opening["database"]): Promise<void> {
  const { closed } = monthsOf(stage.world());
  const from = checked.get(stage) ?? 0;
  checked.set(stage, closed.length);
  for (const { course, month } of closed.slice(from)) await checkMonth(stage, course, month);
  if (closed.slice(from).some(({ course }) => course === null || course > 10)) await checkNow(stage, database);
}
