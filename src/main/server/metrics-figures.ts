/** Reads the metrics' figures from the rooms' tables: counts, ages and sums. None tells of a single person. */
import { countSeen, countWaiting } from "#features/claims/server/figures-store.ts";
import { countTroubles } from "#features/dashboard/server/attention.ts";
import { lastAudit } from "#features/dashboard/server/audit-store.ts";
import { readPots } from "#features/ledger/server/store.ts";
import { countPayments, countUnpaid } from "#features/payments/server/figures-store.ts";
import { countPlay } from "#features/play/server/figures-store.ts";
import type { Database } from "#platform/server/db/database.ts";
import { readBackups } from "#platform/server/backup/drill-store.ts";
import { ageOf, type Figure, figure, figureBy } from "#platform/server/metrics/figures.ts";
import { readJobRuns, readQueues } from "#platform/server/metrics/queues-store.ts";

const HOUR_MS = 3_600_000;

/** The objective for claims: somebody handles a claim within this time. */
const SEEN_SECONDS = 600;

/** One statement after another, so that a scrape holds one connection at most. */
export async function readFigures(db: Database, now: Date): Promise<Figure[]> {
  return [
    ...(await ofServer(db, now)),
    ...(await ofPlay(db, now)),
    ...(await ofClaims(db, now)),
    ...(await ofMoney(db, now)),
  ];
}

async function ofServer(db: Database, now: Date): Promise<Figure[]> {
  const lack = await db.lack();
  const { mail, push } = await readQueues(db);
  const runs = await readJobRuns(db, now);
  const byJob = (name: string, help: string, value: (run: (typeof runs)[number]) => number) =>
    figureBy(name, help, "job", Object.fromEntries(runs.map((run) => [run.name, value(run)])));
  const audit = await lastAudit(db);
  return [
    figure("acebay_database_writable", "Whether the database takes writes.", lack === undefined ? 1 : 0),
    figureBy("acebay_queue_waiting", "What waits to be sent.", "queue", { mail: mail.waiting, push: push.waiting }),
    figureBy("acebay_queue_oldest_seconds", "The age of the oldest of what waits to be sent; 0 if none.", "queue", {
      mail: ageOf(mail.oldest, now),
      push: ageOf(push.oldest, now),
    }),
    byJob("acebay_job_age_seconds", "Since a job last ended well, in any process.", ({ ranAt }) => ageOf(ranAt, now)),
    byJob("acebay_job_stands_still", "Whether a job has missed its runs.", ({ still }) => (still ? 1 : 0)),
    ...(audit
      ? [
          figure("acebay_audit_faults", "Faults that the last audit found in the books.", audit.faultCount),
          figure("acebay_audit_warnings", "Warnings of the last audit.", audit.warnings.length),
          figure("acebay_audit_at_seconds", "When the last audit ended.", Date.parse(audit.at) / 1000),
          figure("acebay_audit_age_seconds", "Since the last audit ended.", ageOf(audit.at, now)),
        ]
      : []),
    ...(await ofBackups(db, now)),
  ];
}

/** Each figure is absent until there is a fact behind it; alerts can see that it is absent. */
async function ofBackups(db: Database, now: Date): Promise<Figure[]> {
  const { drill, provenOf, firstMade } = await readBackups(db);
  const known = (name: string, help: string, value: number | undefined) =>
    value === undefined ? [] : [figure(name, help, value)];
  return [
    ...known(
      "acebay_backup_drill_well",
      "Whether the last backup that was restored on trial was good.",
      drill && (drill.holds ? 1 : 0),
    ),
    ...known(
      "acebay_backup_proven_age_seconds",
      "The age of the newest backup that was restored on trial, and whose books agreed.",
      provenOf === undefined ? undefined : ageOf(provenOf, now),
    ),
    ...known(
      "acebay_backup_first_age_seconds",
      "Since the first backup was made.",
      firstMade === undefined ? undefined : ageOf(firstMade, now),
    ),
  ];
}

async function ofPlay(db: Database, now: Date): Promise<Figure[]> {
  const { open, started, shots } = await countPlay(db, new Date(now.getTime() - HOUR_MS));
  const pots = [...(await readPots(db)).values()];
  const sum = (cents: number[]) => cents.reduce((one, other) => one + other, 0);
  return [
    figureBy("acebay_sessions_open", "Sessions that have not ended, guests' and friends' too.", "status", open),
    figure("acebay_sessions_last_hour", "Sessions that started in the last hour.", started),
    figure("acebay_shots_last_hour", "Shots in sessions that started in the last hour.", shots),
    figure("acebay_pots", "Courses with a pot.", pots.length),
    figureBy("acebay_pots_cents", "All pots together: what is in them, and what claims under review hold.", "of", {
      amount: sum(pots.map(({ amount }) => amount)),
      under_review: sum(pots.map(({ underReview }) => underReview)),
    }),
  ];
}

async function ofClaims(db: Database, now: Date): Promise<Figure[]> {
  const { oldestUnseen, ...waiting } = await countWaiting(db, now);
  const since = new Date(now.getTime() - 24 * HOUR_MS);
  return [
    figureBy(
      "acebay_claims",
      "Pending claims, those past their day, those that nobody has looked after; verified ones whose prize is due.",
      "state",
      waiting,
    ),
    figure(
      "acebay_claims_oldest_unseen_seconds",
      "The age of the oldest claim that nobody has looked after; 0 if none.",
      ageOf(oldestUnseen, now),
    ),
    figureBy(
      "acebay_claims_last_day",
      "Claims of the last 24 hours: looked after within ten minutes, late, or still within this time.",
      "seen",
      await countSeen(db, { now, since, seconds: SEEN_SECONDS }),
    ),
  ];
}

async function ofMoney(db: Database, now: Date): Promise<Figure[]> {
  const unpaid = await countUnpaid(db);
  const states = await countPayments(db, new Date(now.getTime() - HOUR_MS));
  return [
    figureBy("acebay_payments_last_hour", "Payments of orders of the last hour, by state.", "state", states),
    figure("acebay_payments_open", "Payments without an outcome.", unpaid.open),
    figure(
      "acebay_payments_oldest_open_seconds",
      "The age of the oldest of them; 0 if none.",
      ageOf(unpaid.oldestOpen, now),
    ),
    figureBy("acebay_payment_troubles", "Payments that need a person.", "kind", await countTroubles(db, now)),
    figureBy("acebay_refunds", "Refunds that are not paid: due ones, and refused ones.", "state", {
      due: unpaid.due,
      refused: unpaid.refused,
    }),
    figure("acebay_refunds_due_cents", "The sum of refunds that are due.", unpaid.dueCents),
    figure(
      "acebay_refunds_oldest_due_seconds",
      "The age of the oldest of them; 0 if none.",
      ageOf(unpaid.oldestDue, now),
    ),
  ];
}
