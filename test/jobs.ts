/** Runs the jobs in tests until no job has made work for another. */
import type { TestApp } from "./app.ts";

/**
 * An event, its consequence, a refund, and a second try of the refund need a round each, because the jobs of a round
 * run at the same time.
 */
const ROUNDS = 5;

/** Runs all jobs until nothing is due at this moment of the product's clock. */
export async function runJobs({ jobs }: Pick<TestApp, "jobs">): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await jobs.runAll();
}
