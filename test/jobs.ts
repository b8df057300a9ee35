/** Jobs in tests: run until none has anything left to do for another. */
import type { TestApp } from "./app.ts";

/** News, what follows from it, its refund, and a second try of that; the jobs of a round run side by side. */
const ROUNDS = 5;

/** Runs all jobs, and what they began beside themselves, until nothing is due at this moment of the product's clock. */
export async function runJobs({ jobs, db }: Pick<TestApp, "jobs" | "db">): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await jobs.runAll();
    await db.idle();
  }
}
