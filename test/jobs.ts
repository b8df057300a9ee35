/** The jobs in tests. */
import type { Database } from "#platform/server/db/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";

/** The jobs; a run takes up what earlier commits have begun, and ends when what it has begun itself has ended. */
export function withBackground(jobs: Jobs, db: Pick<Database, "idle">): Jobs {
  return {
    ...jobs,
    runAll: async () => {
      await db.idle();
      await jobs.runAll();
      await db.idle();
    },
  };
}

/**
 * An event, its consequence, a refund, and a second try of the refund need a round each, because the jobs of a round
 * run at the same time.
 */
const ROUNDS = 5;

/** Runs all jobs until nothing is due at this moment of the product's clock. */
export async function runJobs({ jobs }: { jobs: Jobs }): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await jobs.runAll();
}
