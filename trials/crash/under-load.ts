/**
 * An installation under load, and the comparison of what its callers were told with its books. The crash test and the
 * faults share it.
 */
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

/** The number of the administrator's open pages. */
const ADMINISTRATORS = 4;
/** The time in which callers finish, while the demo's clock is moved. */
const SETTLE_MS = 180_000;
/** The demo's clock runs this much faster: a golfer whose payment was cut off waits seconds, not half a minute. */
const HURRY = 6;
/** Longer than the server leaves a payment to its caller, or a key to its call. */
const ADVANCE_SECONDS = 61;

/** What callers were told in a run. */
export interface Told {
  /** By kind of intent. */
  acknowledgements: ReadonlyMap<string, number>;
  /** Acknowledged after a repeated send. */
  acknowledgedLate: number;
  tally: Tally;
  verdict: Verdict;
  /** The number of comparisons. */
  comparisons: number;
}

export interface UnderLoad {
  /** Whether nobody failed, and no comparison found anything. */
  isSound(): boolean;
  /**
   * Stops the load between two calls, settles what is due, and compares. Callers wait until `goOn`.
   * @param after what has happened, for the told line
   */
  compareBooks(after: string): Promise<void>;
  goOn(): void;
  /** What the last comparison found, and how many intents had been acknowledged by then. */
  compared(): { verdict: Verdict; acknowledged: number };
  /** Ends the load. @throws what a caller failed with */
  finish(): Promise<Told>;
}

/**
 * Lets golfers and an administrator use an installation that is ready.
 * @param plan.push the push service at which golfers subscribe; none without it
 * @param at.violations gets what the audit finds @param at.onCall hears of each send
 */
export async function underLoad(
  plan: { seed: number; golfers: number; push?: string | undefined },
  at: {
    installation: Pick<Installation, "url" | "connection" | "audit">;
    folder: string;
    violations: string[];
    tell: (line: string) => void;
    onCall?: Tally["onCall"];
  },
): Promise<UnderLoad> {
  const { installation, violations, tell } = at;
  const logFile = join(at.folder, "acknowledged.jsonl");
  const tally: Tally = { retries: 0, faults: new Map(), refusals: new Map(), onCall: at.onCall };
  const world = await makeWorld(plan, installation.url, await openLog(logFile), tally);
  const admin = await administrator(world);
  const stopClock = hurry(installation.url);
  const workers = [
    ...Array.from({ length: ADMINISTRATORS }, (_, n) => admin(n + 1)),
    ...Array.from({ length: plan.golfers }, (_, n) => golfers(world, n + 1)),
  ];
  const failed: unknown[] = [];
  for (const worker of workers) worker.catch((error: unknown) => failed.push(error));
  let comparisons = 0;
  let verdict: Verdict = { losses: [], doubles: [], unsettled: [] };
  let acknowledged = 0;
  const isSound = () =>
    failed.length === 0 && violations.length === 0 && Object.values(verdict).every((found) => found.length === 0);
  return {
    isSound,
    compareBooks: async (after) => {
      await settle(world, workers.length, () => failed.length > 0);
      if (failed.length > 0) return;
      comparisons += 1;
      const audit = await installation.audit();
      if (audit.code !== 0) violations.push(`npm run audit:\n${audit.output}`);
      const entries = readLog(logFile);
      acknowledged = entries.filter(({ answers }) => answers.some(({ result }) => result === "acknowledged")).length;
      verdict = compare(entries, await readBooks(installation.connection));
      const { losses, doubles, unsettled } = verdict;
      tell(
        `compared after ${after}: ${losses.length} losses, ${doubles.length} doubles, ${unsettled.length} unsettled, audit ${audit.code === 0 ? "clean" : "BROKEN"}`,
      );
    },
    goOn: () => world.gate.open(),
    compared: () => ({ verdict, acknowledged }),
    finish: async () => {
      world.gate.finish();
      stopClock();
      if (failed.length > 0) throw failed[0];
      // After a finding nobody waits, because some callers may never get an answer.
      if (isSound()) {
        await Promise.all(workers);
        await world.log.close();
      }
      const acknowledgements = new Map<Kind, number>();
      const told = readLog(logFile).flatMap(({ intent, answers }) =>
        answers.filter(({ result }) => result === "acknowledged").map(({ tries }) => ({ kind: intent.kind, tries })),
      );
      for (const { kind } of told) count(acknowledgements, kind);
      const acknowledgedLate = told.filter(({ tries }) => tries > 1).length;
      return { acknowledgements, acknowledgedLate, tally, verdict, comparisons };
    },
  };
}

async function makeWorld(
  { seed, push }: { seed: number; push?: string | undefined },
  url: string,
  log: World["log"],
  tally: Tally,
): Promise<World> {
  const chance = (name: string): Chance => chanceOf(seed, name);
  const visitor = makeCaller(url, chance("visitor"), tally);
  const { reply: courses } = await visitor.persist(courseRoutes.listCourses, () => ({}));
  const { reply: packages } = await visitor.persist(courseRoutes.listPackages, () => ({}));
  if (!courses.ok || !packages.ok) throw new Error("The server has no courses to play on");
  const offer = { courses: courses.body.courses, packages: packages.body.packages };
  return { url, push, log, tally, chance, gate: makeGate(), paidOrders: [], ...offer };
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
