/** The nightly audit as a job. It loads its modules when it first runs, Stripe's library among them. */
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { Clock } from "#platform/shared/clock.ts";

/** Seconds. Each night has a row, so that it is audited once. */
const EVERY = 300;

/** @param db with the jobs' limits */
export function auditJob(db: Database, clock: Clock, { operatorTimeZone: timeZone, stripe }: Config): Job {
  const readStripe =
    stripe && (async (now: Date) => (await import("../audit-stripe.ts")).readStripeSide(stripe.secretKey, now));
  const run = async () => (await import("./nightly.ts")).auditNightly({ db, clock, timeZone, readStripe });
  return { name: "audit", every: EVERY, run };
}
