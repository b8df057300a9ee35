/**
 * The audit, as one read of one snapshot: the eleven invariants of the books (rules, section 5), then the second
 * bookkeeper (books), who derives the ledger anew. Each check counts its violations from the facts themselves, never
 * from what another check trusts.
 */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { compareWithStripe, countStripePayments, type StripeSide } from "./audit-stripe.ts";
import { wrongDisplays } from "./audit-displays.ts";
import { overdue } from "./audit/ages.ts";
import { namedAdjustments, wrongFacts, wrongTransfers } from "./audit/derive.ts";
import { sandboxList, wrongAtGateway } from "./audit/gateway.ts";
import { wrongMonths } from "./audit/months.ts";
import { invariants } from "./audit/invariants.ts";

/** The memory of one step of a statement: room for a year's payments by their ids, which would otherwise go through files. */
const WORK_MEMORY = "24MB";
/** The check that compares with the gateway. */
const GATEWAY_CHECK = 10;

export interface Finding {
  number: number;
  invariant: string;
  violations: number;
  /** A note for the reader of the finding. */
  note?: string;
  /** Each violation in a sentence, where the check can name them. */
  faults?: readonly string[];
  /** Every adjustment by hand, for the controller who signs the books. */
  notes?: readonly string[];
  /** A sentence for everything that has waited too long: a warning, no violation. */
  warnings?: readonly string[];
  /** How long the check took. */
  seconds?: number;
}

export interface AuditOptions {
  /** Stripe's own books, read before; without them check 10 knows the sandbox alone. */
  stripe?: StripeSide | undefined;
  /** The moment of the audit; without it nothing counts as old. */
  now?: Date;
  /** Only what moved in the last so many days before `now`, and without the eleven invariants, which are of the whole. */
  days?: number | undefined;
}

/** Runs every check over one snapshot of a database, beside whatever else runs there. */
export async function auditBooks(db: Db, options: AuditOptions = {}): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await tx.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    return findingsIn(tx, options);
  });
}

/** Runs the checks within a transaction, over what that sees. */
export async function findingsIn(tx: Db, { stripe, now, days }: AuditOptions = {}): Promise<Finding[]> {
  await tx.sql.execute(sql`SELECT set_config('work_mem', ${WORK_MEMORY}, true)`);
  const since = now && days !== undefined ? new Date(now.getTime() - days * 86_400_000) : undefined;
  const findings = since ? [] : await invariantsIn(tx, stripe);
  const add = async (number: number, invariant: string, names: () => Promise<string[]>) => {
    const began = performance.now();
    const faults = await names();
    findings.push({ ...named(number, invariant, faults), seconds: (performance.now() - began) / 1000 });
  };
  await add(12, "the ledger is what the facts ask for, transfer by transfer", () => wrongTransfers(tx, since));
  await add(13, "no fact contradicts another", () => wrongFacts(tx, since));
  await add(14, "the gateway has what we have, and we have what it has", async () => {
    const faults = await wrongAtGateway(tx, sandboxList, now);
    return stripe ? [...faults, ...(await wrongAtGateway(tx, stripe.list, now))] : faults;
  });
  await add(15, "closed months are as they were closed", () => wrongMonths(tx, since));
  const warnings = now ? await overdue(tx, now) : [];
  const notes = await namedAdjustments(tx);
  const whole = findings.find(({ number }) => number === 12);
  if (whole && notes.length > 0) Object.assign(whole, { notes });
  return [...findings, { number: 16, invariant: "nothing waits too long", violations: 0, warnings }];
}

/** The eleven of the rules. */
async function invariantsIn(tx: Db, stripe: StripeSide | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = async (invariant: string, count: () => Promise<number>) => {
    const began = performance.now();
    const violations = await count();
    const seconds = (performance.now() - began) / 1000;
    findings.push({ number: findings.length + 1, invariant, violations, seconds });
  };
  for (const { invariant, violations } of invariants)
    await add(invariant, async () => (await tx.sql.execute<{ n: number }>(violations)).rows[0]?.n ?? 0);
  const cash = findings.find(({ number }) => number === GATEWAY_CHECK);
  if (cash) Object.assign(cash, await withStripe(tx, cash, stripe));
  await add("displayed jackpots and reports equal the ledger", () => wrongDisplays(tx));
  return findings;
}

function named(number: number, invariant: string, faults: readonly string[]): Finding {
  return { number, invariant, violations: faults.length, ...(faults.length > 0 && { faults }) };
}

/** Check 10 with Stripe's books, or with a note that they were not read. */
async function withStripe(tx: Db, { violations }: Finding, stripe?: StripeSide): Promise<Partial<Finding>> {
  if (stripe) {
    const found = await compareWithStripe(tx, stripe);
    return { violations: violations + found.violations, note: `${found.compared} payments compared with Stripe` };
  }
  const unseen = await countStripePayments(tx);
  return unseen > 0 ? { note: `${unseen} payments not compared with Stripe, whose books were not read` } : {};
}
