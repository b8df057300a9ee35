/** Terms of courses and packages as rows from each moment on; the audit checks frozen amounts against them. */
import type { Db } from "#platform/server/db/database.ts";
import { isNull, sql } from "#platform/server/db/drizzle.ts";
import type { Tax } from "../terms-rules.ts";
import { OFFERS } from "../contract.ts";
import { courses } from "./tables.ts";

/** Whether the tax of some course was never set, not even to 0. */
export async function hasTaxless(db: Db): Promise<boolean> {
  const found = await db.sql.select({ id: courses.id }).from(courses).where(isNull(courses.taxRateMilli)).limit(1);
  return found.length > 0;
}

/** Gives courses without a tax this one, or the tax 0. @returns their ids */
export async function fillTaxes(tx: Db, tax: Tax | undefined): Promise<number[]> {
  const filled = await tx.sql
    .update(courses)
    .set(tax ? { taxRateMilli: tax.rate, taxLabel: tax.label } : { taxRateMilli: 0 })
    .where(isNull(courses.taxRateMilli))
    .returning({ id: courses.id });
  tx.touch(OFFERS);
  return filled.map(({ id }) => id);
}

/**
 * Records the terms of every course and package that have changed since they were last recorded. Call it in the
 * transaction that adds or changes one, with that moment.
 */
export async function noteTerms(tx: Db, at: Date): Promise<void> {
  const since = at.toISOString();
  await tx.sql.execute(sql`
    INSERT INTO course_terms (course_id, since, base_jackpot_cents, jackpot_share_bp, range_share_bp, price_factor_bp, tax_rate_milli, tax_label, opening)
    SELECT c.id, ${since}, c.base_jackpot_cents, c.jackpot_share_bp, c.range_share_bp, c.price_factor_bp, coalesce(c.tax_rate_milli, 0), c.tax_label, last.id IS NULL
    FROM courses c LEFT JOIN LATERAL (SELECT * FROM course_terms t WHERE t.course_id = c.id ORDER BY t.id DESC LIMIT 1) last ON true
    WHERE (c.base_jackpot_cents, c.jackpot_share_bp, c.range_share_bp, c.price_factor_bp, coalesce(c.tax_rate_milli, 0), c.tax_label)
      IS DISTINCT FROM (last.base_jackpot_cents, last.jackpot_share_bp, last.range_share_bp, last.price_factor_bp, last.tax_rate_milli, last.tax_label)
    ORDER BY c.id`);
  await tx.sql.execute(sql`
    INSERT INTO package_terms (package_id, since, price_cents)
    SELECT p.id, ${since}, p.price_cents
    FROM packages p LEFT JOIN LATERAL (SELECT * FROM package_terms t WHERE t.package_id = p.id ORDER BY t.id DESC LIMIT 1) last ON true
    WHERE p.price_cents IS DISTINCT FROM last.price_cents
    ORDER BY p.id`);
}
