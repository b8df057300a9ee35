/** A run: load, kills in turn at random moments, restarts, and the comparison of the outside log with the books. */
import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "./chance.ts";
import { type Installation, killSurely } from "./installation.ts";
import { type Told, underLoad } from "./under-load.ts";
import { count } from "./world.ts";

export interface Plan {
  kills: number;
  seed: number;
  golfers: number;
  /** The books are compared after so many kills, and at the end. */
  compareEvery: number;
}

export interface Report extends Told {
  kills: ReadonlyMap<string, number>;
  restarts: number;
  /** Broken invariants and other faults that lose nothing by themselves. */
  violations: string[];
  /** The longest time until ready, in milliseconds, by victim. */
  slowest: ReadonlyMap<string, number>;
  failedStarts: number;
}

/** In turn; `starting` kills the server before it is ready. */
const turns = ["server", "database", "backend", "both", "starting"] as const;
/** The most seconds of load between being ready and the next kill. */
const LOAD_SECONDS = 3.5;

/** @param tell gets a sentence about each kill and comparison */
export async function crashRun(
  plan: Plan,
  at: { installation: Installation; folder: string; tell: (line: string) => void },
): Promise<Report> {
  const { installation, tell } = at;
  const chance = chanceOf(plan.seed, "kills");
  const kills = new Map<string, number>();
  const slowest = new Map<string, number>();
  const violations: string[] = [];
  let restarts = 0;
  let killed = 0;

  const readyAgain = (turn: string, ms: number) => {
    restarts += 1;
    slowest.set(turn, Math.max(ms, slowest.get(turn) ?? 0));
    tell(`kill ${killed} of ${plan.kills}: ${turn}, ready again after ${(ms / 1000).toFixed(2)} s`);
    violations.push(...installation.strays());
  };
  const killOne = async (turn: (typeof turns)[number]) => {
    killed += 1;
    count(kills, turn);
    if (turn === "starting") {
      await installation.kill("server", chance);
      await installation.startAndKill(chance.between(20, 1500));
      readyAgain(turn, await installation.start());
      return;
    }
    await killSurely(installation, turn, chance);
    readyAgain(turn, await installation.recover(turn));
  };

  // The first start is killed, too, while the database is created.
  killed += 1;
  count(kills, "first start");
  await installation.startAndKill(chance.between(50, 2500));
  readyAgain("first start", await installation.start());

  const load = await underLoad(plan, { installation, folder: at.folder, violations, tell });
  while (killed < plan.kills && load.isSound()) {
    await sleep(chance.between(0, LOAD_SECONDS * 1000));
    await killOne(turns[(killed - 1) % turns.length] ?? "server");
    if (killed % plan.compareEvery === 0 && killed < plan.kills && load.isSound()) {
      await load.compareBooks(`${killed} kills`);
      load.goOn();
    }
  }
  if (load.isSound()) {
    await sleep(1_000);
    await load.compareBooks(`${killed} kills`);
  }
  return { ...(await load.finish()), kills, restarts, violations, slowest, failedStarts: installation.failedStarts() };
}
