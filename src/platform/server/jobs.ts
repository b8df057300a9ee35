/**
 * Jobs: work that is due by the product's clock. Each job reads rows that are due, so a missed run loses nothing, and
 * moving the clock works, too. Every process runs the jobs; a lease, a lock or a compared state decides which process
 * works on a row. Rare jobs that read much also take turns.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "./db/database.ts";
import { type SQL, sql } from "./db/drizzle.ts";
import { jobRuns, takeTurn } from "./job-runs.ts";
import { traced } from "./tracing/spans.ts";

export interface Job {
  name: string;
  /** Seconds of real time between runs; whole ones. */
  every: number;
  run: () => Promise<void>;
  /**
   * Asks whether a run would find work. Jobs are asked by one statement each second, and a run without work is left out.
   * For work that is due at a time it compares the earliest one, which an index gives: where many rows wait for their
   * time, PostgreSQL expects `EXISTS` to find one soon, and reads the whole table.
   */
  due?: () => SQL;
}

/** Called after each run, also after one that failed. */
export type JobWatch = (job: Job, ms: number) => void;

export interface Jobs {
  /** Runs the jobs by their periods from now on. */
  start(): void;
  /** Runs every job once, now, without turns: at the start, in tests, and when the demo's clock moves. */
  runAll(): Promise<void>;
  /** Stops the jobs, and waits for runs under way, at most ten seconds. */
  stop(): Promise<void>;
}

/** Runs under way have this long to finish an item, and are then cut off as by a crash. */
const LAST_ITEM_MS = 10_000;

/** A job with this period or a longer one is run by one process at a time. */
const SELDOM_SECONDS = 60;

/**
 * @param noted records each finished run, by the product's clock
 * @param ending when it is aborted, no run begins; runs check it between two items
 */
export function createJobs(
  jobs: readonly Job[],
  onFailure: (error: unknown, job: string) => void,
  noted: { db: Db; clock: Clock },
  ending: AbortSignal,
  watch: JobWatch = () => undefined,
): Jobs {
  const running = new Map<Job, Promise<void>>();
  const write = jobRuns(noted);
  const worked = (job: Job) => traced({ name: `job ${job.name}`, kind: "internal" }, () => job.run());
  const run = (job: Job, work = worked): Promise<void> => {
    const current = running.get(job);
    if (current) return current;
    if (ending.aborted) return Promise.resolve();
    const beganAt = performance.now();
    const started = work(job)
      .then(() => write(job))
      .catch((error: unknown) => onFailure(error, job.name))
      .finally(() => {
        watch(job, performance.now() - beganAt);
        running.delete(job);
      });
    running.set(job, started);
    return started;
  };
  const runInTurn = async (job: Job): Promise<void> => {
    if (ending.aborted) return;
    if (job.every < SELDOM_SECONDS || (await takeTurn(noted.db, job))) await run(job);
  };
  /** Asks by one statement which of some jobs have work, and begins their runs. A slow run holds up no other job. */
  const runDue = async (asked: readonly Job[]): Promise<void> => {
    if (ending.aborted) return;
    const due = await jobsWithWork(noted.db, asked).catch((error: unknown) => {
      // Each job then runs, and reports its own failure.
      onFailure(error, "look");
      return asked;
    });
    for (const job of asked) void run(job, due.includes(job) ? worked : async () => undefined);
  };
  let look: Promise<void> | undefined;
  let second = 0;
  /** The second in which each job with `due` is asked next. A look that takes longer delays the next one. */
  const next = new Map(jobs.flatMap((job) => (job.due ? [[job, job.every] as const] : [])));
  const lookAround = () => {
    second += 1;
    const asked = [...next].flatMap(([job, at]) => (at <= second ? job : []));
    if (look || asked.length === 0) return;
    for (const job of asked) next.set(job, second + job.every);
    look = runDue(asked).finally(() => (look = undefined));
  };
  const timers: NodeJS.Timeout[] = [];
  return {
    start: () => {
      timers.push(setInterval(lookAround, 1000));
      for (const job of jobs) {
        if (job.due) continue;
        const tick = () => void runInTurn(job).catch((error: unknown) => onFailure(error, job.name));
        timers.push(setInterval(tick, job.every * 1000));
      }
    },
    runAll: async () => {
      // A run that began before this call may have read before the clock moved: wait for it, then run once more.
      await Promise.all(running.values());
      await Promise.all(jobs.map((job) => run(job)));
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      const late = new AbortController();
      await Promise.race([
        Promise.resolve(look)
          .then(() => Promise.all(running.values()))
          .finally(() => late.abort()),
        sleep(LAST_ITEM_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
      ]);
    },
  };
}

/** The jobs that have work, asked by one statement. */
async function jobsWithWork(db: Db, jobs: readonly Job[]): Promise<Job[]> {
  const asked = jobs.map(({ due }, at) => sql`(${due?.() ?? sql`true`}) AS ${sql.identifier(`job_${at}`)}`);
  const { rows } = await db.sql.execute<Record<string, boolean>>(sql`SELECT ${sql.join(asked, sql`, `)}`);
  return jobs.filter((_, at) => rows[0]?.[`job_${at}`] !== false);
}
