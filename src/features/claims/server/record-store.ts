/** The SQL of players' records for payouts: age, tax forms, the sum paid in a year, and the thresholds. */
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, gt, inArray, sql } from "#platform/server/db/drizzle.ts";
import type { TaxYear } from "../rules.ts";
import { ageRecords, taxForms, taxThresholds } from "./tables.ts";

/** The known facts of a player for the payouts of one year. */
export interface PlayerFacts {
  ageConfirmed: boolean;
  taxFormReceived: boolean;
  /** Cents paid to the player in the year, in cash and in stated values, without claims of guests in sessions that they bought. */
  paidCents: number;
}

export const nothingKnown: PlayerFacts = { ageConfirmed: false, taxFormReceived: false, paidCents: 0 };

/** The players who get no payout yet, because an administrator has just moved them to another address. */
export async function readMoved(db: Db, playerIds: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db.sql
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...playerIds]), gt(users.payoutsHeldUntil, now)));
  return new Set(rows.map(({ id }) => id));
}

/** The facts of several players, by their id. */
export async function readFacts(
  db: Db,
  playerIds: readonly string[],
  year: TaxYear,
): Promise<Map<string, PlayerFacts>> {
  const facts = new Map<string, PlayerFacts>();
  if (playerIds.length === 0) return facts;
  const { rows } = await db.sql.execute<{ id: string; age: boolean; form: boolean; paid: number }>(sql`
    SELECT u.id,
      EXISTS (SELECT 1 FROM age_records r WHERE r.player_id = u.id) AS age,
      EXISTS (SELECT 1 FROM tax_forms f WHERE f.player_id = u.id AND f.year = ${year.year}) AS form,
      coalesce((SELECT sum(c.prize_amount_cents + c.stated_value_cents) FROM claims c
        WHERE c.user_id = u.id AND c.payout_status = 'paid' AND NOT c.on_guest_row
          AND c.paid_at >= ${year.from.toISOString()}::timestamptz AND c.paid_at < ${year.to.toISOString()}::timestamptz
      ), 0)::bigint AS paid
    FROM users u WHERE u.id IN ${[...new Set(playerIds)]}`);
  for (const { id, age, form, paid } of rows)
    facts.set(id, { ageConfirmed: age, taxFormReceived: form, paidCents: paid });
  return facts;
}

/** Payouts of one player are made one by one, because together they may need a tax form that neither needs alone. */
export async function lockPayoutsOfPlayer(tx: Db, playerId: string): Promise<void> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306423, hashtext(${playerId}))`);
}

/** Keeps the first age record of a player. */
export async function addAgeRecord(tx: Db, record: typeof ageRecords.$inferInsert): Promise<void> {
  await tx.sql.insert(ageRecords).values(record).onConflictDoNothing();
}

/** Keeps the first tax form of a player for a year. */
export async function addTaxForm(tx: Db, record: typeof taxForms.$inferInsert): Promise<void> {
  await tx.sql.insert(taxForms).values(record).onConflictDoNothing();
}

/** A form that was confirmed for a claim also counts for the year in which the claim is paid. */
export async function carryTaxForm(tx: Db, claimId: string, year: number): Promise<void> {
  await tx.sql.execute(sql`
    INSERT INTO tax_forms (player_id, year, form, claim_id, received_by, received_at)
    SELECT c.user_id, ${year}, (SELECT f.form FROM tax_forms f WHERE f.claim_id = c.id ORDER BY f.year LIMIT 1), c.id,
      s.actor_id, s.created_at
    FROM claims c JOIN claim_steps s ON s.claim_id = c.id AND s.step = 'confirmed_tax_form'
    WHERE c.id = ${claimId} AND NOT c.on_guest_row AND s.actor_id IS NOT NULL
    ORDER BY s.id LIMIT 1
    ON CONFLICT DO NOTHING`);
}

export async function readThresholds(
  db: Db,
): Promise<{ year: number; aboveCents: number; setBy: string | null; setAt: Date }[]> {
  return db.sql
    .select({
      year: taxThresholds.year,
      aboveCents: taxThresholds.aboveCents,
      setBy: users.name,
      setAt: taxThresholds.setAt,
    })
    .from(taxThresholds)
    .leftJoin(users, eq(users.id, taxThresholds.setBy))
    .orderBy(asc(taxThresholds.year));
}

/** Sets a year's threshold. @returns the earlier one (cents); undefined if the year had none */
export async function setThreshold(tx: Db, threshold: typeof taxThresholds.$inferInsert): Promise<number | undefined> {
  // Of two changes at once, the later one waits, and then records the earlier one's value.
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306424, ${threshold.year})`);
  const [before] = await tx.sql.select().from(taxThresholds).where(eq(taxThresholds.year, threshold.year));
  const { year: _year, ...change } = threshold;
  await tx.sql.insert(taxThresholds).values(threshold).onConflictDoUpdate({ target: taxThresholds.year, set: change });
  return before?.aboveCents;
}
