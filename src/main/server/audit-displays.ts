/**
 * The eleventh invariant: amounts that pages, files and mails show. They are read as those read them, and compared with
 * the ledger's entries, which are summed here in another way. Beside the pages: a jackpot is its pot's cached balance,
 * a
 * refund is a row, a receipt is frozen, a settlement is worked out from transfers by their course, a figure is kept by
 * the day.
 */
import { sumPayouts } from "#features/claims/server/payout-store.ts";
import { readPots } from "#features/ledger/server/store.ts";
import { type Figures, monthOf } from "#features/reports/rules.ts";
import { readSettlements } from "#features/reports/server/settlement.ts";
import { listCourses } from "#features/reports/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { toCents } from "#platform/shared/money.ts";
import { readClosings } from "#features/courses/server/closing-store.ts";
import { wrongFigures } from "./audit-figures.ts";

/** How many displayed figures differ from the ledger. Reads one snapshot: call it in a transaction that has one. */
export async function wrongDisplays(tx: Db): Promise<number> {
  const counts = [await wrongPots(tx), await wrongPayouts(tx), await wrongSettlements(tx), await count(tx, wrongRows)];
  return sum([...counts, await wrongClosings(tx), await wrongFigures(tx)]);
}

async function count(tx: Db, violations: SQL): Promise<number> {
  const { rows } = await tx.sql.execute<{ n: number }>(violations);
  return rows[0]?.n ?? 0;
}

/** Jackpots and what is under review, of every course that is shown. */
async function wrongPots(tx: Db): Promise<number> {
  const { rows } = await tx.sql.execute<{ course_id: number; pot: number; reserved: number }>(sql`
    SELECT c.id AS course_id,
      (SELECT coalesce(-sum(e.amount_cents), 0)::bigint FROM ledger_entries e WHERE e.account_key = 'pot:' || c.id) AS pot,
      (SELECT coalesce(-sum(e.amount_cents), 0)::bigint FROM claims k JOIN ledger_entries e ON e.account_key = 'reserved:' || k.id
        WHERE k.course_id = c.id) AS reserved
    FROM courses c WHERE c.active`);
  const shown = await readPots(tx);
  return rows.filter(
    (row) => shown.get(row.course_id)?.amount !== row.pot || shown.get(row.course_id)?.underReview !== row.reserved,
  ).length;
}

/** Courses, closed for good, whose prizes page and ledger differ about what became of the pot. */
async function wrongClosings(tx: Db): Promise<number> {
  const moved = (kind: string, of: SQL) =>
    sql`(SELECT coalesce(sum(abs(e.amount_cents)), 0)::bigint FROM ledger_transfers x JOIN ledger_entries e ON e.transfer_id = x.id
      WHERE x.kind = ${kind} AND ${of} AND e.account_key LIKE 'pot:%')`;
  const own = sql`x.course_id = c.id`;
  const { rows } = await tx.sql.execute<Record<"id" | "house" | "out" | "paid" | "came" | "receiver", number>>(sql`
    SELECT c.id, ${moved("close_pot_house", own)} AS house, ${moved("close_pot_out", own)} AS out, ${moved("close_pot_bank", own)} AS paid, ${moved("close_pot_in", own)} AS came,
      (SELECT there.course_id FROM ledger_transfers x JOIN ledger_transfers there ON there.fact_id = x.fact_id AND there.kind = 'close_pot_in' WHERE ${own} AND x.kind = 'close_pot_out') AS receiver
    FROM courses c WHERE c.closed_at IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_transfers x WHERE ${own} AND x.kind LIKE 'close_pot_%')`);
  let wrong = 0;
  for (const { id, house, out, paid, came, receiver } of rows) {
    const { closing, received } = await readClosings(tx, id);
    const shown = [closing?.toHouse ?? 0, closing?.rest ?? 0, sum(received.map(({ amount }) => amount))].map(toCents);
    const isTold = shown[0] === house && shown[1] === out + paid && shown[2] === came;
    if (!isTold || (closing?.into?.id ?? null) !== receiver || Boolean(closing?.recipient) !== paid > 0) wrong += 1;
  }
  return wrong;
}

/** The totals of payouts: due is what the ledger still owes for prizes, paid and forfeited are what left it. */
async function wrongPayouts(tx: Db): Promise<number> {
  const { rows } = await tx.sql.execute<{ due: number; paid: number; forfeited: number }>(sql`
    SELECT coalesce(-sum(e.amount_cents), 0)::bigint AS due,
      coalesce(sum(e.amount_cents) FILTER (WHERE t.kind IN ('pay_out', 'pay_out_back')), 0)::bigint AS paid,
      coalesce(sum(e.amount_cents) FILTER (WHERE t.kind = 'forfeit'), 0)::bigint AS forfeited
    FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE e.account_key LIKE 'prize_payable:%'`);
  let wrong = 0;
  for (const status of ["due", "paid", "forfeited"] as const) {
    const { cashCents } = await sumPayouts(tx, { status, year: undefined });
    if (cashCents !== (rows[0]?.[status] ?? 0)) wrong += 1;
  }
  return wrong;
}

/** What golfers and administrators see of single payments and prizes: refunds, receipts, amounts won. */
const wrongRows = sql`WITH
    entries AS MATERIALIZED (SELECT t.kind, t.payment_id, e.account_key, e.amount_cents AS cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
      WHERE e.account_key LIKE 'cash:%' OR e.account_key LIKE 'refunds_payable:%' OR e.account_key LIKE 'prize_payable:%'),
    promised AS (SELECT payment_id, sum(amount_cents) AS cents FROM refunds WHERE status NOT IN ('dropped', 'cancelled') GROUP BY payment_id),
    owed AS (SELECT account_key, -sum(cents) AS cents FROM entries
      WHERE account_key LIKE 'refunds_payable:%' AND kind IN ('refund', 'refund_ahead', 'refund_reversed', 'capture_unfulfillable', 'refund_dropped', 'refund_revived', 'refund_cancelled') GROUP BY account_key),
    captured AS (SELECT payment_id, sum(cents) AS cents FROM entries
      WHERE account_key LIKE 'cash:%' AND kind IN ('capture', 'capture_ahead', 'capture_unfulfillable') GROUP BY payment_id),
    won AS (SELECT account_key, -sum(cents) AS cents FROM entries WHERE account_key LIKE 'prize_payable:%' AND kind = 'verify' GROUP BY account_key)
  SELECT (SELECT count(*) FROM payment_attempts p LEFT JOIN promised ON promised.payment_id = p.id LEFT JOIN owed ON owed.account_key = 'refunds_payable:' || p.id
      WHERE coalesce(promised.cents, 0) <> coalesce(owed.cents, 0))
    + (SELECT count(*) FROM receipts r LEFT JOIN captured USING (payment_id) WHERE r.amount_cents <> coalesce(captured.cents, 0))
    + (SELECT count(*) FROM payment_attempts p LEFT JOIN receipts r ON r.payment_id = p.id LEFT JOIN receipts_due d ON d.payment_id = p.id
      WHERE p.status = 'succeeded' AND r.payment_id IS NULL AND d.payment_id IS NULL)
    + (SELECT count(*) FROM claims c LEFT JOIN won ON won.account_key = 'prize_payable:' || c.id
      WHERE c.status = 'verified' AND c.prize_type = 'monetary' AND c.prize_amount_cents <> coalesce(won.cents, 0)) AS n`;

interface Moved {
  [column: string]: unknown;
  course_id: number;
  account: string;
  month: string;
  debit: number;
  credit: number;
}

/** Courses' months whose settlement is not the sums of the entries on the course's own accounts. */
async function wrongSettlements(tx: Db): Promise<number> {
  const allMoved = await readMoved(tx);
  let wrong = 0;
  for (const { id, timeZone, firstAt } of await listCourses(tx)) {
    if (firstAt === null) continue;
    const moved = allMoved.filter((row) => row.course_id === id);
    const first = monthOf(firstAt, timeZone);
    const last = moved.reduce((latest, { month }) => (month > latest ? month : latest), first);
    for (const [month, shown] of await readSettlements(tx, id, [first, last], timeZone))
      if (!isTrue(month, shown, moved)) wrong += 1;
  }
  return wrong;
}

/** By the accounts' course, where a settlement goes by the transfers'; the house's accounts have none of their own. */
async function readMoved(tx: Db): Promise<Moved[]> {
  const { rows } = await tx.sql.execute<Moved>(sql`
    SELECT course_id, account, to_char(month, 'YYYY-MM') AS month, debit, credit FROM (
      SELECT c.id AS course_id, a.kind AS account, date_trunc('month', t.created_at AT TIME ZONE c.time_zone) AS month,
        coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0)::bigint AS debit,
        coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0)::bigint AS credit
      FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.key = e.account_key
        JOIN courses c ON c.id = coalesce(a.course_id, t.course_id)
      GROUP BY 1, 2, 3) moved`);
  return rows;
}

/** Accounts that grow by debits; the others are kept for somebody, or earned. */
const GROWS_BY_DEBITS: ReadonlySet<string> = new Set([
  "cash",
  "bank",
  "suspense",
  "fees",
  "adjustment",
  "house_funding",
  "dispute_loss",
]);

function isTrue(month: string, { accounts, sections }: Figures, moved: readonly Moved[]): boolean {
  const sums = (account: string, within: (of: string) => boolean) => {
    const rows = moved.filter((row) => row.account === account && within(row.month));
    const [debit, credit] = [sum(rows.map((row) => row.debit)), sum(rows.map((row) => row.credit))];
    const [into, out] = GROWS_BY_DEBITS.has(account) ? [debit, credit] : [credit, debit];
    return { into, out, net: into - out };
  };
  const accountsAreTrue = accounts.every((shown) => {
    const { into, out } = sums(shown.account, (of) => of === month);
    const opening = sums(shown.account, (of) => of < month).net;
    return (
      shown.opening === opening && shown.in === into && shown.out === out && shown.closing === opening + into - out
    );
  });
  // The sum of the lines between opening and closing in the section that explains the cash.
  const cash = sections.find(({ key }) => key === "cash")?.lines.slice(1, -1) ?? [];
  return accountsAreTrue && sum(cash.map(({ amount }) => amount)) === sums("cash", (of) => of === month).net;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
