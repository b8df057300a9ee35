/**
 * A course's settled month: pure sums over the ledger's entries. Amounts are cents. In the ledger a debit is positive;
 * here each line and account has the sign that a reader expects.
 */
import { dayName } from "#platform/shared/date-filter.ts";
import { addDays, type Day, instantOf, isDay, localDay } from "#platform/shared/days.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { CourseReport, Settlement } from "./contract.ts";

/** The month (`yyyy-MM`) of an instant in a time zone. */
export function monthOf(instant: Date, zone: string): string {
  return localDay(instant, zone).slice(0, 7);
}

/** The first instant of a month in a zone, and the first one after it. */
export function spanOf(month: string, zone: string): { from: Date; to: Date } {
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  return { from: instantOf(`${month}-01`, 0, 0, zone), to: instantOf(`${next}-01`, 0, 0, zone) };
}

const monthFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" });

/** `November 2026`; any other text is returned unchanged. */
export function monthName(month: string): string {
  return isDay(`${month}-01`) ? monthFormat.format(new Date(`${month}-01T00:00:00Z`)) : month;
}

/** The months from one to another, newest first. */
export function monthsFrom(first: string, last: string): string[] {
  const months = [last];
  for (let month = last; month > first;) {
    month = addDays(`${month}-01`, -1).slice(0, 7);
    months.push(month);
  }
  return months;
}

/** What one kind of transfer moved on one kind of account within the month. */
export interface Cell {
  kind: string;
  account: string;
  /** Sums of the entries above and below zero, both as positive cents, and their number. */
  debit: number;
  credit: number;
  debits: number;
  credits: number;
}

/** A kind of account at the start and the end of the month; cents in the ledger's sign (a debit is positive). */
export interface Balance {
  account: string;
  opening: number;
  /**
   * The closing, from another source than the opening and the entries; undefined for the house's accounts, of which a
   * course has only a part.
   */
  closing: number | undefined;
}

/** The accounts in the order of display. `held` ones grow by credits: money kept for somebody, and revenue. */
const accounts = [
  { account: "cash", label: "Cash", held: false },
  { account: "bank", label: "Bank", held: false },
  { account: "deferred", label: "Paid ahead", held: true },
  { account: "pot", label: "Pot", held: true },
  { account: "reserved", label: "Reserved for claims", held: true },
  { account: "prize_payable", label: "Prizes payable", held: true },
  { account: "refunds_payable", label: "Refunds payable", held: true },
  { account: "range_share", label: "Due to the range", held: true },
  { account: "revenue", label: "Revenue", held: true },
  { account: "fees", label: "Payment service's fees", held: false },
  { account: "house_funding", label: "House funding", held: false },
  { account: "dispute_loss", label: "Dispute losses", held: false },
] as const;

type Account = (typeof accounts)[number]["account"];

interface Term {
  sign: "+" | "-";
  account: Account;
  kinds: readonly string[];
}

/** Debits less credits of an account, in these kinds of transfer. */
export const plus = (account: Account, ...kinds: readonly string[]): Term => ({ sign: "+", account, kinds });
/** Credits less debits. */
export const minus = (account: Account, ...kinds: readonly string[]): Term => ({ sign: "-", account, kinds });

interface Line {
  key: string;
  label: string;
  terms: readonly Term[];
  look?: "detail" | "total";
  counted?: true;
}

export interface Section {
  key: string;
  title: string;
  lines: readonly Line[];
}

/** A settlement's figures; every amount in cents. */
export type Figures = Pick<Settlement, "sections" | "accounts" | "liabilities" | "check">;

/**
 * Settles a month.
 * @param sections the lines to show; a kind of transfer that none of them names is shown under 'Other movements'
 * @param cells all that the month's transfers moved
 * @param balances the accounts at the start and the end
 */
export function settle(sections: readonly Section[], cells: readonly Cell[], balances: readonly Balance[]): Figures {
  const lines = accounts.map(({ account, label, held }) => {
    const moved = cells.filter((cell) => cell.account === account);
    const debit = sum(moved.map((cell) => cell.debit));
    const credit = sum(moved.map((cell) => cell.credit));
    const ends = balances.find((balance) => balance.account === account);
    const sign = (cents: number) => (held ? 0 - cents : cents);
    const opening = sign(ends?.opening ?? 0);
    const [into, out] = held ? [credit, debit] : [debit, credit];
    const summed = opening + into - out;
    const closing = ends?.closing === undefined ? summed : sign(ends.closing);
    return { account, label, opening, in: into, out, closing, difference: closing - summed };
  });
  const imbalance = sum(cells.map((cell) => cell.debit - cell.credit));
  const differences = [
    ...lines.map(({ account, difference }) => ({ account, amount: difference })),
    { account: "all", amount: imbalance },
  ].filter(({ amount }) => amount !== 0);
  const closing = (account: string) => lines.find((found) => found.account === account)?.closing ?? 0;
  const owed = {
    deferred: closing("deferred"),
    pot: closing("pot"),
    reserved: closing("reserved"),
    prizePayable: closing("prize_payable"),
    refundsPayable: closing("refunds_payable"),
  };
  return {
    sections: [
      ...sections.map((section) => ({ ...section, lines: section.lines.map(figure(cells)) })),
      ...others(sections, cells),
    ],
    accounts: lines.map(({ difference: _, ...shown }) => shown),
    liabilities: { ...owed, total: sum(Object.values(owed)), dueToRange: closing("range_share") },
    check: { addsUp: differences.length === 0, differences },
  };
}

function figure(cells: readonly Cell[]) {
  return ({ key, label, terms, look, counted: isCounted }: Line) => {
    const found = terms.flatMap(({ sign, account, kinds }) =>
      cells.filter((cell) => cell.account === account && kinds.includes(cell.kind)).map((cell) => ({ sign, ...cell })),
    );
    return {
      key,
      label,
      look: look ?? ("plain" as const),
      count: isCounted ? sum(found.map((cell) => (cell.sign === "+" ? cell.debits : cell.credits))) : null,
      amount: sum(found.map(({ sign, debit, credit }) => (sign === "+" ? debit - credit : credit - debit))),
      source: terms.map(({ kinds, account }) => `${kinds.join(" + ")}: ${account}`).join("; "),
    };
  };
}

/** The kinds of transfer that no line has, such as new ones. Nothing is ever left out of a settlement. */
function others(sections: readonly Section[], cells: readonly Cell[]): Figures["sections"] {
  const known = new Set(
    sections.flatMap(({ lines }) => lines.flatMap(({ terms }) => terms.flatMap(({ kinds }) => kinds))),
  );
  const unknown = cells.filter(({ kind }) => !known.has(kind));
  if (unknown.length === 0) return [];
  const lines = unknown.map(({ kind, account, debit, credit, debits, credits }) => ({
    key: `other.${kind}.${account}`,
    label: `${kind}: ${account}`,
    look: "plain" as const,
    count: debits + credits,
    amount: debit - credit,
    source: `${kind}: ${account}`,
  }));
  return [{ key: "other", title: "Other movements", lines }];
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((so, amount) => so + amount, 0);
}

/** The days and the time zone of a settlement, as a sentence. */
export function periodWords({ month, toDate, generatedAt, course }: Settlement): string {
  const zone = { timeZone: course.timeZone };
  const time = new Intl.DateTimeFormat("en-US", { ...zone, dateStyle: "medium", timeStyle: "short" });
  const made = time.format(new Date(generatedAt));
  return `${toDate ? `${monthName(month)} to date` : `All of ${monthName(month)}`}, in the time of ${course.timeZone}. As of ${made}.`;
}

/** What is owed, as lines. Page, CSV and PDF have the same order and words. */
export function liabilityLines({ liabilities }: Settlement) {
  const { deferred, pot, reserved, prizePayable, refundsPayable, total, dueToRange } = liabilities;
  return [
    { label: "Paid ahead and not started", amount: deferred, look: "plain", source: "deferred" },
    { label: "Pot", amount: pot, look: "plain", source: "pot" },
    { label: "Reserved for claims under review", amount: reserved, look: "plain", source: "reserved" },
    { label: "Prizes payable", amount: prizePayable, look: "plain", source: "prize_payable" },
    { label: "Refunds payable", amount: refundsPayable, look: "plain", source: "refunds_payable" },
    {
      label: "Owed to golfers",
      amount: total,
      look: "total",
      source: "deferred + pot + reserved + prize_payable + refunds_payable",
    },
    { label: "Due to the range", amount: dueToRange, look: "total", source: "range_share" },
  ] as const;
}

/** The check line. */
export function checkWords({ check }: Settlement): { title: string; text: string } {
  if (check.addsUp) {
    return { title: "It adds up", text: "On every account the opening and the month's movements give the closing." };
  }
  const where = check.differences.map(({ account, amount }) => `${account} by ${formatCents(toCents(amount))}`);
  return {
    title: "It does not add up",
    text: `The accounts differ from their entries: ${where.join(", ")}. Do not settle by this page; have the ledger audited.`,
  };
}

type Trend = CourseReport["trends"][number];

/** Days, or groups of days, with their names in a chart. */
export interface Bins {
  unit: "day" | "week" | "month";
  bins: (Trend & { label: string })[];
}

/** More columns than this would be too thin to tell apart. */
const MOST_COLUMNS = 62;

/** A report's days as the columns of a chart: weeks of seven days, or months, when there are too many of them. */
export function toBins(trends: readonly Trend[]): Bins {
  const unit = trends.length <= MOST_COLUMNS ? "day" : trends.length <= MOST_COLUMNS * 7 ? "week" : "month";
  const keyOf = (date: Day, index: number) =>
    unit === "day" ? date : unit === "week" ? String(Math.floor(index / 7)) : date.slice(0, 7);
  const byKey = new Map<string, Trend>();
  for (const [index, trend] of trends.entries()) {
    const key = keyOf(trend.date, index);
    const before = byKey.get(key);
    byKey.set(key, before ? together(before, trend) : trend);
  }
  const bins = [...byKey.values()].map((bin) => ({ ...bin, label: labelOf(bin.date, unit) }));
  return { unit, bins };
}

function together(one: Trend, other: Trend): Trend {
  return {
    date: one.date,
    revenue: (toCents(one.revenue) + toCents(other.revenue)) / 100,
    sessions: one.sessions + other.sessions,
    shots: one.shots + other.shots,
  };
}

function labelOf(date: Day, unit: Bins["unit"]): string {
  const [day = "", year = ""] = dayName(date).split(", ");
  return unit === "month" ? `${day.slice(0, 3)} ${year}` : day;
}

/** `+12.3% vs last month`; `New` when there was nothing to grow from. */
export function growthText(growth: number | null): string {
  if (growth === null) return "New";
  return `${growth > 0 ? "+" : ""}${growth.toLocaleString("en-US")}% vs last month`;
}
