/** SQL of taking a pot for a jackpot's claim, in one round trip with the claim itself. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { POTS } from "../contract.ts";
import { account, RULE } from "../rules.ts";
import { lockAccountsSql, makeAccounts } from "./store.ts";

export interface Taking {
  courseId: number;
  claimId: string;
  at: Date;
  /** What the pot begins anew with, in cents. */
  baseCents: number;
}

/**
 * Locks what a jackpot's claim moves, together with the next statement: that is the one of `takingPot`, and it sees the
 * pot as it is under the lock. The claim gets an account of its own, for which nobody else can wait.
 */
export async function lockForTaking(tx: Db, taking: Taking): Promise<void> {
  const { courseId, claimId } = taking;
  const others = [account.houseFunding, account.reserved(claimId)];
  await makeAccounts(tx, taking, others);
  await tx.ahead(lockAccountsSql([...others, account.pot(courseId)]));
  tx.touch(POTS);
}

/**
 * The parts of a statement that move a locked pot to a claim's account and begin the pot anew, as two transfers
 * (`reserve` and `reseed`, in this order). Its part `pot` has what was in it: `cents`.
 */
export function takingPot({ courseId, claimId, at: moment, baseCents }: Taking): SQL {
  const at = sql`${moment.toISOString()}::timestamptz`;
  const pot = sql`${account.pot(courseId)}::text`;
  return sql`pot AS (
      SELECT -balance_cents AS cents FROM ledger_accounts WHERE key = ${pot}
    ), posting AS (
      SELECT p.* FROM pot, LATERAL (VALUES
        (1, 'reserve', ${pot}, pot.cents), (1, 'reserve', ${account.reserved(claimId)}::text, -pot.cents),
        (2, 'reseed', ${account.houseFunding}::text, ${baseCents}::bigint), (2, 'reseed', ${pot}, -${baseCents}::bigint)
      ) AS p (n, kind, account_key, amount_cents)
      WHERE p.amount_cents <> 0
    ), closed AS (
      SELECT max(ends_at) AS until FROM closed_months WHERE coalesce(course_id, 0) = ${courseId}::int
    ), transfer AS (
      INSERT INTO ledger_transfers (kind, course_id, claim_id, rule, created_at, fact_at)
      SELECT k.kind, ${courseId}::int, ${claimId}::uuid, ${RULE}::int, greatest(${at}, closed.until), CASE WHEN ${at} < closed.until THEN ${at} END
      FROM (SELECT DISTINCT n, kind FROM posting) k, closed ORDER BY k.n
      RETURNING id, kind
    ), entry AS (
      INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
      SELECT t.id, p.account_key, p.amount_cents FROM transfer t JOIN posting p ON p.kind = t.kind
    ), booked AS (
      UPDATE ledger_accounts a SET balance_cents = a.balance_cents + p.cents, changed_at = ${at}
      FROM (SELECT account_key, sum(amount_cents)::bigint AS cents FROM posting GROUP BY account_key) p WHERE a.key = p.account_key
    )`;
}
