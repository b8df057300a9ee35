/** One seed, from empty courses to the last check. */
import { checkEverything } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { playDay, sleep } from "./day.ts";
import { dayStart } from "./model/calendar.ts";
import type { World } from "./model/world.ts";
import { emptyWorld, planCourses } from "./opening.ts";
import { hire, signInAgain } from "./people.ts";
import type { CoursePlan, Opening } from "./plan.ts";
import { startServer } from "./process.ts";
import { createRandom, type Random } from "./random.ts";
import { type Counts, createStage, type Stage } from "./stage.ts";

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

export async function runSeed(cluster: Cluster, { seed, days, courses }: Wish): Promise<Result> {
  const random = createRandom(seed);
  const plans = planCourses(random, courses);
  const now = dayStart(random.pick(mornings), plans[0]?.timeZone ?? "UTC") + 8 * 3_600_000;
  const start = { seed, random, now, plans, world: emptyWorld(plans, now) };
  return playOnServers(cluster, start, async (stage, database) => {
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
  });
}

interface Start {
  seed: number;
  random: Random;
  /** In milliseconds since 1970. */
  now: number;
  plans: CoursePlan[];
  world: World;
}

/** Plays on two servers with a database of their own, which end with it. What fails is in the result. */
export async function playOnServers(
  cluster: Cluster,
  { seed, random, now, plans, world }: Start,
  play: (stage: Stage, database: Opening["database"]) => Promise<void>,
): Promise<Result> {
  const name = `simulate_${process.pid}_${seed}`;
  const database = await cluster.create(name);
  const opening = { database, now, courses: plans };
  // One after the other, because the first one makes the courses.
  const servers = [await startServer(opening), await startServer(opening)];
  const stage = createStage(servers, random, world);
  let failure: string | undefined;
  try {
    await play(stage, database);
  } catch (error) {
    failure = failureOf(error, stage);
  } finally {
    for (const server of servers) await server.stop();
    await cluster.drop(name);
  }
  return { ...stage.counts, failure, log: stage.log };
}

/** What went wrong, with the last calls. */
function failureOf(error: unknown, { log, possible }: Stage): string {
  const text =
    error instanceof Error ? `${error.name === "Error" ? "" : `${error.name}: `}${error.message}` : String(error);
  const where = error instanceof Error && error.constructor.name !== "Violation" ? `\n${error.stack}` : "";
  const worlds = possible > 1 ? `\n${possible} worlds were possible` : "";
  return `${text}${worlds}${where}\nThe last calls:\n${log.slice(-25).join("\n")}`;
}
