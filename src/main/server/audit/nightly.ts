/** The server's own audit: the whole books once a night, by one process; its result is kept for the dashboard. */
import { createRollups } from "#features/dashboard/server/rollups.ts";
import type { Database } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { localDay } from "#platform/shared/days.ts";
import { auditBooks, type Finding } from "../audit-checks.ts";
import type { StripeSide } from "../audit-stripe.ts";

/** The night's quiet part, in the operator's zone. */
const NOT_BEFORE_HOUR = 3;
/** A run that has not ended after this has died with its process. */
const LOST_HOURS = 2;

export interface NightlyDeps {
  /** With the time limits of long reads. */
  db: Database;
  clock: Clock;
  timeZone: string;
  /** Reads the other gateway's books, if there is one. A failure and its reason become a warning. */
  readStripe?: ((now: Date) => Promise<StripeSide>) | undefined;
}

/** Audits the present night, unless a process has done so. Call it every few minutes. */
export async function auditNightly({ db, clock, timeZone, readStripe }: NightlyDeps): Promise<void> {
  const now = clock.now();
  // Before this hour the night belongs to the day before.
  const day = localDay(new Date(now.getTime() - NOT_BEFORE_HOUR * 3_600_000), timeZone);
  const at = now.toISOString();
  const taken = await db.sql.execute(sql`
    INSERT INTO audit_runs (day, started_at) VALUES (${day}, ${at})
    ON CONFLICT (day) DO UPDATE SET started_at = EXCLUDED.started_at
      WHERE audit_runs.ended_at IS NULL AND audit_runs.started_at < EXCLUDED.started_at - make_interval(hours => ${LOST_HOURS})
    RETURNING day`);
  if (taken.rows.length === 0) return;
  const [stripe, notRead] = await readSide(readStripe, now);
  // The figures' check leaves out what is not folded yet, which is a minute's while nobody looks.
  await createRollups({ db, clock, timeZone }).fold();
  const findings = await auditBooks(db, { now, stripe });
  const broken = findings.filter(({ violations }) => violations > 0);
  const count = broken.reduce((sum, { violations }) => sum + violations, 0);
  const unseen = stripe ? [] : findings.flatMap(({ note }) => note ?? []);
  const warnings = [...notRead, ...unseen, ...findings.flatMap((finding) => finding.warnings ?? [])];
  await db.sql.execute(sql`
    UPDATE audit_runs SET ended_at = ${clock.now().toISOString()}, fault_count = ${count},
      faults = ${JSON.stringify(broken.flatMap(inWords))}::jsonb, warnings = ${JSON.stringify(warnings)}::jsonb
    WHERE day = ${day}`);
}

/** The other gateway's books, or a warning that they could not be read. */
async function readSide(
  read: NightlyDeps["readStripe"],
  now: Date,
): Promise<[side: StripeSide | undefined, warnings: string[]]> {
  try {
    return [await read?.(now), []];
  } catch (error) {
    return [undefined, [`Stripe's books were not compared: ${error instanceof Error ? error.message : String(error)}`]];
  }
}

/** The sentences of a check, or its count if it names nothing. */
function inWords({ invariant, violations, faults }: Finding): readonly string[] {
  return faults ?? [`${violations} times it does not hold that ${invariant}`];
}
