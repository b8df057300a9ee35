/** All SQL of the ledger. Pots are locked last of all rows (order user, order, payment, session, claim, pot). */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { rowsGiven } from "#platform/server/db/rows.ts";
import { POTS, type TransferKind } from "../contract.ts";
import { account, houseAccounts, moved, type Posting, RULE } from "../rules.ts";

export interface Transfer {
  kind: TransferKind;
  /** Null for a transfer of the house alone. */
  courseId: number | null;
  postings: readonly Posting[];
  paymentId?: string;
  claimId?: string;
  refundId?: string;
  /** The id of another fact that the transfer books, such as a payment to the range or an adjustment. */
  factId?: string;
  at: Date;
  /** When the fact happened, where it was learned later. Kept if its month is closed. */
  factAt?: Date;
}

/**
 * Writes a transfer and updates the stored balances, in the caller's transaction. Do it last there, because the
 * course's other payments wait until the commit. What lies in a closed month is dated to the first moment after it, and
 * keeps the moment of its fact.
 * @param known accounts that exist, which they do for ever: if all do, nothing waits for an answer
 */
export async function post(tx: Db, transfer: Transfer, known?: ReadonlySet<string>): Promise<void> {
  const postings = transfer.postings.filter(({ amount }) => amount !== 0);
  if (postings.length === 0) return;
  if (postings.every(({ account: key }) => known?.has(key)))
    await tx.ahead(lockAccountsSql(postings.map((p) => p.account)));
  else await lockAccounts(tx, transfer, postings);
  await write(tx, [{ ...transfer, postings }]);
}

/** The same for several transfers between accounts that exist. None is empty or moves 0 (`merged`). */
export async function postAll(tx: Db, transfers: readonly Transfer[]): Promise<void> {
  const keys = new Set(transfers.flatMap(({ postings }) => postings.map((p) => p.account)));
  await tx.ahead(lockAccountsSql([...keys]));
  await write(tx, transfers);
}

const FACT = {
  n: "integer",
  kind: "text",
  course_id: "integer",
  payment_id: "uuid",
  claim_id: "uuid",
  refund_id: "uuid",
  fact_id: "uuid",
  at: "timestamptz",
  fact_at: "timestamptz",
};

/** Writes transfers without amounts of 0, whose accounts are locked, together with the next statement. */
async function write(tx: Db, transfers: readonly Transfer[]): Promise<void> {
  const facts = transfers.map(({ kind, courseId, paymentId, claimId, refundId, factId, at, factAt }, n) => ({
    n,
    kind,
    course_id: courseId,
    payment_id: paymentId ?? null,
    claim_id: claimId ?? null,
    refund_id: refundId ?? null,
    fact_id: factId ?? null,
    at: at.toISOString(),
    fact_at: factAt?.toISOString() ?? null,
  }));
  const postings = transfers.flatMap((transfer, n) => transfer.postings.map((posting) => ({ n, ...posting })));
  // A statement of its own: a month may close while the accounts are waited for, and the booking must see that.
  await tx.ahead(sql`
    WITH fact AS (
      ${rowsGiven(FACT, facts)}
    ), posting AS (
      SELECT * FROM unnest(${sql.param(postings.map(({ n }) => n))}::integer[], ${texts(postings.map((p) => p.account))}, ${bigints(postings.map((p) => p.amount))})
        AS p (n, account_key, amount_cents)
    ), dated AS (
      SELECT fact.*, (SELECT max(m.ends_at) FROM closed_months m WHERE coalesce(m.course_id, 0) IN (
        SELECT coalesce(a.course_id, fact.course_id, 0) FROM posting p JOIN ledger_accounts a ON a.key = p.account_key
        WHERE p.n = fact.n)) AS until
      FROM fact
    ), transfer AS (
      INSERT INTO ledger_transfers (kind, course_id, payment_id, claim_id, refund_id, fact_id, rule, created_at, fact_at)
      SELECT kind, course_id, payment_id, claim_id, refund_id, fact_id, ${RULE}::int, greatest(at, until),
        CASE WHEN at < until THEN at WHEN fact_at < until THEN fact_at END
      FROM dated ORDER BY n RETURNING id
    ), numbered AS (
      -- Ids are given in the order in which the rows come.
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM transfer
    ), entry AS (
      INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
      SELECT id, account_key, amount_cents FROM numbered JOIN posting USING (n)
    )
    UPDATE ledger_accounts a SET balance_cents = a.balance_cents + moved.cents, changed_at = (SELECT max(at) FROM fact)
    FROM (SELECT account_key, sum(amount_cents)::bigint AS cents FROM posting GROUP BY account_key) moved
    WHERE a.key = moved.account_key`);
  if (postings.some(({ account: key }) => isShown(key))) tx.touch(POTS);
}

/** Whether everybody sees the account's balance: a pot, or what a pending claim holds of one. */
function isShown(key: string): boolean {
  return key.startsWith("pot:") || key.startsWith("reserved:");
}

/** Opens a course's pot with its base amount (cents, 0 or more) from the house. */
export async function openPot(tx: Db, courseId: number, baseCents: number, at: Date): Promise<void> {
  const postings = moved(baseCents, account.houseFunding, account.pot(courseId));
  const transfer: Transfer = { kind: "open_pot", courseId, postings, at };
  // A pot of 0 needs its account, too.
  await lockAccounts(tx, transfer, postings);
  await post(tx, transfer);
}

/**
 * Locks a transfer's accounts, and creates missing ones: pots last, the rest by name, so that all transactions lock in
 * one order. While one is missing none is locked: a transaction that held the pot while it waits for another to create
 * an account could wait for that other for ever.
 */
async function lockAccounts(tx: Db, transfer: Transfer, postings: readonly Posting[]): Promise<void> {
  const keys = postings.map((p) => p.account);
  const lock = lockAccountsSql(keys);
  if ((await tx.sql.execute(lock)).rows.length === postings.length) return;
  await makeAccounts(tx, transfer, keys);
  await tx.ahead(lock);
}

/** Creates missing accounts, together with the next statement. */
export async function makeAccounts(
  tx: Db,
  { courseId, at }: Pick<Transfer, "courseId" | "at">,
  keys: readonly string[],
): Promise<void> {
  // In the order of locks, because an insert waits for another transaction's insert of the same key.
  await tx.ahead(sql`
    INSERT INTO ledger_accounts (key, kind, course_id, changed_at)
    SELECT key, split_part(key, ':', 1), CASE WHEN key = ANY(${texts(houseAccounts)}) THEN NULL ELSE ${courseId}::int END, ${at.toISOString()}::timestamptz
    FROM unnest(${texts(keys)}) AS k (key) ORDER BY split_part(key, ':', 1) = 'pot', key
    ON CONFLICT (key) DO NOTHING`);
}

/** Locks accounts in the order of every transfer; none while one is missing. */
export function lockAccountsSql(accounts: readonly string[]): SQL {
  const keys = texts(accounts);
  return sql`
    SELECT key FROM ledger_accounts, (SELECT count(*) AS n FROM ledger_accounts WHERE key = ANY(${keys})) present
    WHERE present.n = cardinality(${keys}) AND key = ANY(${keys})
    ORDER BY kind = 'pot', key FOR NO KEY UPDATE OF ledger_accounts`;
}

/** Which of some accounts exist, as a part of a read. */
export function existing(keys: readonly string[]): SQL<string[]> {
  return sql`ARRAY(SELECT key FROM ledger_accounts WHERE key = ANY(${texts(keys)}))`;
}

function texts(given: readonly string[]) {
  return sql`${sql.param([...given])}::text[]`;
}

function bigints(given: readonly number[]) {
  return sql`${sql.param([...given])}::bigint[]`;
}

/**
 * The cents in a course's pot, locked until the transaction ends.
 * @param before existing accounts that the same transaction will move: they are locked before the pot, as every
 * transfer does, so that no two transactions wait for each other
 */
export async function lockPot(tx: Db, courseId: number, before: readonly string[]): Promise<number> {
  const pot = account.pot(courseId);
  return -((await lockBalances(tx, [...before, pot])).get(pot) ?? 0) || 0;
}

/** Locks those of some accounts that exist, in the order of every transfer. @returns their balances (cents) by name */
export async function lockBalances(tx: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.sql.execute<{ key: string; balance_cents: number }>(
    sql`SELECT key, balance_cents FROM ledger_accounts WHERE key = ANY(${texts(keys)}) ORDER BY kind = 'pot', key FOR NO KEY UPDATE`,
  );
  return new Map(rows.map((row) => [row.key, row.balance_cents]));
}

/**
 * Locks all accounts of a course, and others, in the order of every transfer.
 * @returns the balances (cents) of those that exist, by name
 */
export async function lockCourseBooks(
  tx: Db,
  courseId: number,
  others: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.sql.execute<{ key: string }>(
    sql`SELECT key FROM ledger_accounts WHERE course_id = ${courseId}`,
  );
  return lockBalances(tx, [...rows.map(({ key }) => key), ...others]);
}

/**
 * Locks the course's accounts that transfers about a payment move. Call it first in a transaction that books several of
 * them; otherwise the accounts would be locked in the order of the events, which differs between transactions.
 */
export async function lockBooks(tx: Db, courseId: number, paymentId: string): Promise<void> {
  const { cash, deferred, disputeLoss, rangeShare, refundsPayable, revenue, taxPayable } = account;
  const course = [cash, deferred, rangeShare, revenue, taxPayable].map((of) => of(courseId));
  await lockPot(tx, courseId, [...course, disputeLoss, refundsPayable(paymentId)]);
}

/** Whether a transfer of one of some kinds was booked about a payment. */
export async function wasBooked(tx: Db, paymentId: string, ...kinds: Transfer["kind"][]): Promise<boolean> {
  const { rows } = await tx.sql.execute(
    sql`SELECT 1 FROM ledger_transfers WHERE payment_id = ${paymentId} AND kind = ANY(${texts(kinds)}) LIMIT 1`,
  );
  return rows.length > 0;
}

/** The credit balance (cents) of an account that holds money for someone: 0 when it does not exist. */
export async function heldBy(db: Db, key: string): Promise<number> {
  const { rows } = await db.sql.execute<{ balance_cents: number }>(
    sql`SELECT balance_cents FROM ledger_accounts WHERE key = ${key}`,
  );
  return -(rows[0]?.balance_cents ?? 0) || 0;
}

export interface Pot {
  courseId: number;
  /** Cents in the pot. */
  amount: number;
  changedAt: Date;
  /** Cents that pending claims hold. */
  underReview: number;
}

/** Every pot, by course. */
export async function readPots(db: Db): Promise<Map<number, Pot>> {
  const { rows } = await db.sql.execute<{
    course_id: number;
    balance_cents: number;
    changed_at: string;
    reserved: number | null;
  }>(sql`
    SELECT pot.course_id, pot.balance_cents, pot.changed_at,
      (SELECT sum(r.balance_cents)::bigint FROM ledger_accounts r WHERE r.holds_prize AND r.course_id = pot.course_id) AS reserved
    FROM ledger_accounts pot WHERE pot.kind = 'pot'`);
  return new Map(
    rows.map((row) => [
      row.course_id,
      {
        courseId: row.course_id,
        amount: -row.balance_cents,
        changedAt: new Date(row.changed_at),
        underReview: -(row.reserved ?? 0) || 0,
      },
    ]),
  );
}
