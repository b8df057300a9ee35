/** Runs the jobs in tests until no job has made work for another. */
import type { TestApp } from "./app.ts";

/**
 * An event, its consequence, a refund, and a second try of the refund need a round each, because the jobs of a round
 * run at the same time.
 */
const ROUNDS = 5;

/**
 * Runs all jobs, and the work that they start in the background, until nothing is due at this moment of the product's
 * clock.
 */
export async function runJobs({ jobs, db }: Pick<TestApp, "jobs" | "db">): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await jobs.runAll();
    await db.idle();
  }
}
