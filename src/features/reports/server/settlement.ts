/** A course's month: read from the ledger, settled, and in the API's form. */
import type { Db } from "#platform/server/db/database.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Settlement } from "../contract.ts";
import { type Figures, monthsFrom, settle, spanOf } from "../rules.ts";
import { sections } from "./settlement-lines.ts";
import { readLedger, type ReportedCourse } from "./store.ts";

/**
 * The figures of a course's month.
 * @param month `yyyy-MM`
 * @param zone the course's IANA time zone
 * @returns every amount in cents; of one snapshot of the ledger, so it may be read within another's transaction
 */
export async function readSettlement(db: Db, courseId: number, month: string, zone: string): Promise<Figures> {
  const { from, to } = spanOf(month, zone);
  const { cells, balances } = (await readLedger(db, courseId, [from, to]))(0);
  return settle(sections, cells, balances);
}

/**
 * The same for every month of a range, in one reading of the ledger.
 * @returns by month
 */
export async function readSettlements(
  db: Db,
  courseId: number,
  [first, last]: readonly [first: string, last: string],
  zone: string,
): Promise<Map<string, Figures>> {
  const months = monthsFrom(first, last).toReversed();
  const bounds = [...months.map((month) => spanOf(month, zone).from), spanOf(last, zone).to];
  const stretch = await readLedger(db, courseId, bounds);
  return new Map(
    months.map((month, index) => {
      const { cells, balances } = stretch(index);
      return [month, settle(sections, cells, balances)];
    }),
  );
}

/** A settlement as the API returns it, in dollars. */
export function toSettlement(
  { id, name, timeZone, isOpen }: ReportedCourse,
  month: string,
  figures: Figures,
  now: Date,
): Settlement {
  const { from, to } = spanOf(month, timeZone);
  const { deferred, pot, reserved, prizePayable, refundsPayable, total, dueToRange, taxPayable } = figures.liabilities;
  return {
    course: { id, name, timeZone, isOpen },
    month,
    startsAt: from.toISOString(),
    endsAt: to.toISOString(),
    toDate: now < to,
    generatedAt: now.toISOString(),
    sections: figures.sections.map((section) => ({
      ...section,
      lines: section.lines.map((line) => ({ ...line, amount: toDollars(line.amount) })),
    })),
    accounts: figures.accounts.map((line) => ({
      ...line,
      opening: toDollars(line.opening),
      in: toDollars(line.in),
      out: toDollars(line.out),
      closing: toDollars(line.closing),
    })),
    liabilities: {
      deferred: toDollars(deferred),
      pot: toDollars(pot),
      reserved: toDollars(reserved),
      prizePayable: toDollars(prizePayable),
      refundsPayable: toDollars(refundsPayable),
      total: toDollars(total),
      dueToRange: toDollars(dueToRange),
      taxPayable: toDollars(taxPayable),
    },
    check: {
      addsUp: figures.check.addsUp,
      differences: figures.check.differences.map(({ account, amount }) => ({ account, amount: toDollars(amount) })),
    },
  };
}
