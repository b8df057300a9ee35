/**
 * The eleventh invariant: what pages, files and mails show of money is read as they read it, and compared with the
 * entries behind it, which are summed here in another way. Beside the pages: a jackpot is its pot's cached balance, a
 * refund is a row, a receipt is frozen, a settlement is worked out from transfers by their course, a figure is kept by
 * the day.
 */
import { sql, type SQL } from "drizzle-orm";
import { sumPayouts } from "#features/claims/server/payout-store.ts";
import { readPots } from "#features/ledger/server/store.ts";
import { monthOf } from "#features/reports/rules.ts";
import { readSettlement } from "#features/reports/server/settlement.ts";
import { listCourses, type ReportedCourse } from "#features/reports/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { addDays } from "#platform/shared/days.ts";
import { wrongFigures } from "./audit-figures.ts";

/** How many displayed figures differ from the ledger. Reads one snapshot: call it in a transaction that has one. */
export async function wrongDisplays(tx: Db): Promise<number> {
  const counts = [await wrongPots(tx), await wrongPayouts(tx), await wrongSettlements(tx), await count(tx, wrongRows)];
  return sum([...counts, await wrongFigures(tx)]);
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

/** The totals of payouts: due is what the ledger still owes for prizes, paid and forfeited are what left it. */
async function wrongPayouts(tx: Db): Promise<number> {
  const { rows } = await tx.sql.execute<{ due: number; paid: number; forfeited: number }>(sql`
    SELECT coalesce(-sum(e.amount_cents), 0)::bigint AS due,
      coalesce(sum(e.amount_cents) FILTER (WHERE t.kind = 'pay_out'), 0)::bigint AS paid,
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
const wrongRows = sql`SELECT (SELECT count(*) FROM payment_attempts p
      WHERE (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'dropped')
        <> (SELECT coalesce(-sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
          WHERE e.account_key = 'refunds_payable:' || p.id AND t.kind IN ('refund', 'refund_ahead', 'refund_reversed', 'capture_unfulfillable', 'refund_dropped', 'refund_revived')))
    + (SELECT count(*) FROM receipts r
      WHERE r.amount_cents <> (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
        WHERE t.payment_id = r.payment_id AND t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable') AND e.account_key LIKE 'cash:%'))
    + (SELECT count(*) FROM payment_attempts p WHERE p.status = 'succeeded'
      AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.payment_id = p.id) AND NOT EXISTS (SELECT 1 FROM receipts_due d WHERE d.payment_id = p.id))
    + (SELECT count(*) FROM claims c WHERE c.status = 'verified' AND c.prize_type = 'monetary'
      AND c.prize_amount_cents <> (SELECT coalesce(-sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
        WHERE e.account_key = 'prize_payable:' || c.id AND t.kind = 'verify')) AS n`;

interface Moved {
  [column: string]: unknown;
  account: string;
  month: string;
  debit: number;
  credit: number;
}

/** Courses' months whose settlement is not the sums of the entries on the course's own accounts. */
async function wrongSettlements(tx: Db): Promise<number> {
  let wrong = 0;
  for (const course of await listCourses(tx)) {
    if (course.firstAt === null) continue;
    const moved = await readMoved(tx, course);
    const last = moved.reduce((latest, { month }) => (month > latest ? month : latest), "");
    for (let month = monthOf(course.firstAt, course.timeZone); month <= last; month = nextMonth(month))
      if (!(await isTrue(tx, course, month, moved))) wrong += 1;
  }
  return wrong;
}

function nextMonth(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** By the accounts' course, where a settlement goes by the transfers'; the house's accounts have none of their own. */
async function readMoved(tx: Db, { id, timeZone }: ReportedCourse): Promise<Moved[]> {
  const { rows } = await tx.sql.execute<Moved>(sql`
    SELECT a.kind AS account, to_char(t.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month,
      coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0)::bigint AS debit,
      coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0)::bigint AS credit
    FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.key = e.account_key
    WHERE coalesce(a.course_id, t.course_id) = ${id} GROUP BY 1, 2`);
  return rows;
}

/** Accounts that grow by debits; the others are kept for somebody, or earned. */
const GROWS_BY_DEBITS: ReadonlySet<string> = new Set(["cash", "house_funding", "dispute_loss"]);

async function isTrue(tx: Db, course: ReportedCourse, month: string, moved: readonly Moved[]): Promise<boolean> {
  const { accounts, sections } = await readSettlement(tx, course.id, month, course.timeZone);
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
  const netCash = sections.flatMap(({ lines }) => lines).find(({ key }) => key === "netCash")?.amount;
  return accountsAreTrue && netCash === sums("cash", (of) => of === month).net;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
