/** A run: load, kills in turn at random moments, restarts, and the comparison of the outside log with the books. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { courseRoutes } from "#features/courses/contract.ts";
import { administrator } from "./administrator.ts";
import { readBooks } from "./books.ts";
import { makeCaller, type Tally } from "./caller.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { compare, type Verdict } from "./compare.ts";
import { golfers } from "./golfer.ts";
import type { Installation } from "./installation.ts";
import { type Kind, openLog, readLog } from "./log.ts";
import { count, makeGate, type World } from "./world.ts";

export interface Plan {
  kills: number;
  seed: number;
  golfers: number;
  /** The books are compared after so many kills, and at the end. */
  compareEvery: number;
}

export interface Report {
  kills: ReadonlyMap<string, number>;
  restarts: number;
  /** By kind of intent. */
  acknowledgements: ReadonlyMap<string, number>;
  /** Acknowledged after a repeated send. */
  acknowledgedLate: number;
  tally: Tally;
  verdict: Verdict;
  /** Broken invariants and other faults that lose nothing by themselves. */
  violations: string[];
  /** The longest time until ready, in milliseconds, by victim. */
  slowest: ReadonlyMap<string, number>;
  failedStarts: number;
  /** The number of comparisons. */
  comparisons: number;
}

/** In turn; `starting` kills the server before it is ready. */
const turns = ["server", "database", "backend", "both", "starting"] as const;
/** The number of the administrator's open pages. */
const ADMINISTRATORS = 4;
/** The most seconds of load between being ready and the next kill. */
const LOAD_SECONDS = 3.5;
const KILL_TRIES = 20;
/** The time in which callers finish, while the demo's clock is moved. */
const SETTLE_MS = 180_000;
/** The demo's clock runs this much faster: a golfer whose payment was cut off waits seconds, not half a minute. */
const HURRY = 6;
/** Longer than the server leaves a payment to its caller, or a key to its call. */
const ADVANCE_SECONDS = 61;

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
  let comparisons = 0;
  let verdict: Verdict = { losses: [], doubles: [], unsettled: [] };
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
    // A connection may have ended by itself just before.
    for (let tries = 1; !(await installation.kill(turn, chance)); tries += 1) {
      if (tries === KILL_TRIES) throw new Error(`There was no ${turn} to kill`);
      await sleep(100);
    }
    readyAgain(turn, await installation.recover(turn));
  };

  // The first start is killed, too, while the database is created.
  killed += 1;
  count(kills, "first start");
  await installation.startAndKill(chance.between(50, 2500));
  readyAgain("first start", await installation.start());

  const logFile = join(at.folder, "acknowledged.jsonl");
  const world = await makeWorld(plan, installation.url, await openLog(logFile));
  const admin = await administrator(world);
  const stopClock = hurry(installation.url);
  const workers = [
    ...Array.from({ length: ADMINISTRATORS }, (_, n) => admin(n + 1)),
    ...Array.from({ length: plan.golfers }, (_, n) => golfers(world, n + 1)),
  ];
  const failed: unknown[] = [];
  for (const worker of workers) worker.catch((error: unknown) => failed.push(error));

  const compareBooks = async () => {
    await settle(world, workers.length, () => failed.length > 0);
    if (failed.length > 0) return;
    comparisons += 1;
    const audit = await installation.audit();
    if (audit.code !== 0) violations.push(`npm run audit:\n${audit.output}`);
    verdict = compare(readLog(logFile), await readBooks(installation.connection));
    const { losses, doubles, unsettled } = verdict;
    tell(
      `compared after ${killed} kills: ${losses.length} losses, ${doubles.length} doubles, ${unsettled.length} unsettled, audit ${audit.code === 0 ? "clean" : "BROKEN"}`,
    );
  };
  const isSound = () =>
    failed.length === 0 && violations.length === 0 && Object.values(verdict).every((found) => found.length === 0);

  while (killed < plan.kills && isSound()) {
    await sleep(chance.between(0, LOAD_SECONDS * 1000));
    await killOne(turns[(killed - 1) % turns.length] ?? "server");
    if (killed % plan.compareEvery === 0 && killed < plan.kills && isSound()) {
      await compareBooks();
      world.gate.open();
    }
  }
  if (isSound()) {
    await sleep(1_000);
    await compareBooks();
  }
  world.gate.finish();
  stopClock();
  if (failed.length > 0) throw failed[0];
  // After a finding nobody waits, because some callers may never get an answer.
  if (isSound()) {
    await Promise.all(workers);
    await world.log.close();
  }
  const entries = readLog(logFile);
  const acknowledgements = new Map<Kind, number>();
  const told = entries.flatMap(({ intent, answers }) =>
    answers.filter(({ result }) => result === "acknowledged").map(({ tries }) => ({ kind: intent.kind, tries })),
  );
  for (const { kind } of told) count(acknowledgements, kind);
  return {
    kills,
    restarts,
    acknowledgements,
    acknowledgedLate: told.filter(({ tries }) => tries > 1).length,
    tally: world.tally,
    verdict,
    violations,
    slowest,
    failedStarts: installation.failedStarts(),
    comparisons,
  };
}

async function makeWorld(plan: Plan, url: string, log: World["log"]): Promise<World> {
  const tally: Tally = { retries: 0, faults: new Map(), refusals: new Map() };
  const chance = (name: string): Chance => chanceOf(plan.seed, name);
  const visitor = makeCaller(url, chance("visitor"), tally);
  const { reply: courses } = await visitor.persist(courseRoutes.listCourses, () => ({}));
  const { reply: packages } = await visitor.persist(courseRoutes.listPackages, () => ({}));
  if (!courses.ok || !packages.ok) throw new Error("The server has no courses to play on");
  const offer = { courses: courses.body.courses, packages: packages.body.packages };
  return { url, log, tally, chance, gate: makeGate(), paidOrders: [], ...offer };
}

/** Stops the load between two calls, and moves the demo's clock until everything due is settled. */
async function settle({ gate, url }: World, workers: number, hasFailed: () => boolean): Promise<void> {
  gate.shut();
  const since = performance.now();
  await sleep(2_000);
  while (gate.waiting() < workers && !hasFailed()) {
    if (performance.now() - since > SETTLE_MS)
      throw new Error(`${workers - gate.waiting()} callers got no final answer within ${SETTLE_MS / 1000} s`);
    await advanceSurely(url);
    await sleep(1_000);
  }
  for (let runs = 0; runs < 3; runs += 1) await advanceSurely(url);
}

/** Moves the demo's clock faster while a server runs. @returns a function that stops it */
function hurry(url: string): () => void {
  const timer = setInterval(() => void advance(url, HURRY - 1).catch(() => undefined), 1_000);
  return () => clearInterval(timer);
}

/** Moves the demo's clock also when a connection breaks that was kept from before a kill. Moving it twice does no harm. */
async function advanceSurely(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await advance(url);
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(1_000);
    }
  }
}

/** Moves the demo's clock, which runs every job. */
async function advance(url: string, advanceSeconds = ADVANCE_SECONDS): Promise<void> {
  const reply = await fetch(`${url}/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceSeconds }),
  });
  if (reply.status !== 200) throw new Error(`The demo's clock answered ${reply.status}`);
  await reply.arrayBuffer();
}
