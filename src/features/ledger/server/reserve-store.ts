/** SQL of taking a pot for a jackpot's claim, in one round trip with the claim itself. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { POTS } from "../contract.ts";
import { account, RULE } from "../rules.ts";
import { lockAccountsSql, makeAccounts } from "./store.ts";

export interface Taking {
  courseId: number;
  /** The claims, in the order in which they take. */
  claims: readonly { id: string; at: Date }[];
  /** What the pot begins anew with after each, in cents. */
  baseCents: number;
}

/**
 * Locks what jackpots' claims move, together with the next statement: that is the one of `takingPot`, and it sees the
 * pot as it is under the lock. Each claim gets an account of its own, for which nobody else can wait.
 */
export async function lockForTaking(tx: Db, { courseId, claims }: Taking): Promise<void> {
  const [first] = claims;
  if (!first) return;
  const others = [account.houseFunding, ...claims.map(({ id }) => account.reserved(id))];
  await makeAccounts(tx, { courseId, at: first.at }, others);
  await tx.ahead(lockAccountsSql([...others, account.pot(courseId)]));
  tx.touch(POTS);
}

/**
 * The parts of a statement that move a locked pot to the account of a claim and begin the pot anew, for one claim after
 * the other, as two transfers each (`reserve` and `reseed`, in this order). Its part `taken` has what each takes:
 * `claim_id`, `cents`, and its place `n`.
 */
export function takingPot({ courseId, claims, baseCents }: Taking): SQL {
  const pot = sql`${account.pot(courseId)}::text`;
  const base = sql`${baseCents}::bigint`;
  const ids = sql.param(claims.map(({ id }) => id));
  const accounts = sql.param(claims.map(({ id }) => account.reserved(id)));
  const moments = sql.param(claims.map(({ at }) => at.toISOString()));
  return sql`taken AS (
      SELECT claim.*, CASE n WHEN 1 THEN -balance_cents ELSE ${base} END AS cents
      FROM ledger_accounts, unnest(${ids}::uuid[], ${accounts}::text[], ${moments}::timestamptz[])
        WITH ORDINALITY AS claim (claim_id, reserved, at, n)
      WHERE key = ${pot}
    ), posting AS (
      SELECT claim_id, at, p.* FROM taken, LATERAL (VALUES
        (2 * n, 'reserve', ${pot}, cents), (2 * n, 'reserve', reserved, -cents),
        (2 * n + 1, 'reseed', ${account.houseFunding}::text, ${base}), (2 * n + 1, 'reseed', ${pot}, -${base})
      ) AS p (place, kind, account_key, amount_cents)
      WHERE amount_cents <> 0
    ), closed AS (
      SELECT max(ends_at) AS until FROM closed_months WHERE coalesce(course_id, 0) = ${courseId}::int
    ), transfer AS (
      INSERT INTO ledger_transfers (kind, course_id, claim_id, rule, created_at, fact_at)
      SELECT kind, ${courseId}::int, claim_id, ${RULE}::int, greatest(at, until), CASE WHEN at < until THEN at END
      FROM (SELECT DISTINCT place, kind, claim_id, at FROM posting) made, closed ORDER BY place
      RETURNING id, kind, claim_id
    ), entry AS (
      INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
      SELECT id, account_key, amount_cents FROM transfer JOIN posting USING (kind, claim_id)
    ), booked AS (
      UPDATE ledger_accounts a SET balance_cents = a.balance_cents + p.cents, changed_at = p.at
      FROM (SELECT account_key, sum(amount_cents)::bigint AS cents, max(at) AS at FROM posting GROUP BY account_key) p
      WHERE a.key = p.account_key
    )`;
}
