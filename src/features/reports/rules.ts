/**
 * A course's settled month: pure sums over the ledger's entries. Amounts are cents. In the ledger a debit is positive;
 * here each line and account has the sign that a reader expects.
 */
import { addDays, instantOf, isDay, localDay } from "#platform/shared/days.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Settlement } from "./contract.ts";

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

/**
 * The accounts in the order of display. `held` ones grow by credits: money kept for somebody, and revenue. An account
 * that is missing here makes the check fail.
 */
const accounts = [
  { account: "cash", label: "Cash at the payment service", held: false },
  { account: "bank", label: "Bank", held: false },
  { account: "suspense", label: "Not sorted yet", held: false },
  { account: "deferred", label: "Paid ahead", held: true },
  { account: "pot", label: "Pot", held: true },
  { account: "reserved", label: "Reserved for claims", held: true },
  { account: "prize_payable", label: "Prizes payable", held: true },
  { account: "refunds_payable", label: "Refunds payable", held: true },
  { account: "range_share", label: "Due to the range", held: true },
  { account: "tax_payable", label: "Tax payable", held: true },
  { account: "revenue", label: "Revenue", held: true },
  { account: "fees", label: "Payment fees", held: false },
  { account: "adjustment", label: "Adjustments", held: false },
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
  /** Whether the number of its entries is shown, or that of its debits alone. */
  counted?: true | "debits";
}

export interface Section {
  key: string;
  title: string;
  /** The account that the section explains: its opening stands before the lines, its closing after them. */
  account?: Account;
  lines: readonly Line[];
}

/** A settlement's figures; every amount in cents. */
export type Figures = Pick<Settlement, "sections" | "accounts" | "liabilities" | "check">;

/**
 * Settles a month.
 * @param sections the lines to show. A movement (a kind of transfer on an account) that none of them sums is shown under
 * 'Other movements', and the check fails
 * @param cells all that the month's transfers moved
 * @param balances the accounts at the start and the end
 */
export function settle(sections: readonly Section[], cells: readonly Cell[], balances: readonly Balance[]): Figures {
  const lines = allAccounts(cells, balances).map(({ account, label, held }) => {
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
  const unlisted = unlistedOf(sections, cells);
  const imbalance = sum(cells.map((cell) => cell.debit - cell.credit));
  const differences = [
    ...lines.map(({ account, difference }) => ({ account, amount: difference })),
    { account: "all", amount: imbalance },
  ].filter(({ amount }) => amount !== 0);
  const missing = unlisted.map(({ kind, account, debit, credit }) => ({
    account: `${kind}: ${account}`,
    amount: debit - credit,
  }));
  const balance = (end: "opening" | "closing", account: string) =>
    lines.find((found) => found.account === account)?.[end] ?? 0;
  const closing = (account: string) => balance("closing", account);
  const owed = {
    deferred: closing("deferred"),
    pot: closing("pot"),
    reserved: closing("reserved"),
    prizePayable: closing("prize_payable"),
    refundsPayable: closing("refunds_payable"),
  };
  const shown = sections.map(({ key, title, account, lines: of }) => ({
    key,
    title,
    lines: [
      ...(account ? [endLine(key, "opening", account, balance("opening", account))] : []),
      ...of.map(figure(cells)),
      ...(account ? [endLine(key, "closing", account, closing(account))] : []),
    ],
  }));
  return {
    sections: [...shown, ...others(unlisted)],
    accounts: lines.map(({ difference: _, ...line }) => line),
    liabilities: {
      ...owed,
      total: sum(Object.values(owed)),
      dueToRange: closing("range_share"),
      taxPayable: closing("tax_payable"),
    },
    check: { addsUp: differences.length + missing.length === 0, differences: [...differences, ...missing] },
  };
}

/** The known accounts, and after them those that the ledger has and this page does not know. */
function allAccounts(cells: readonly Cell[], balances: readonly Balance[]) {
  const known = new Set<string>(accounts.map(({ account }) => account));
  const found = new Set([...cells, ...balances].map(({ account }) => account));
  const unknown = [...found].filter((account) => !known.has(account)).toSorted();
  return [...accounts, ...unknown.map((account) => ({ account, label: account, held: false }))];
}

/** The first or the last line of a section that explains an account. */
function endLine(section: string, end: "opening" | "closing", account: Account, amount: number) {
  return {
    key: `${section}.${end}`,
    label: end === "opening" ? "At the start" : "At the end",
    look: end === "opening" ? ("plain" as const) : ("total" as const),
    count: null,
    amount,
    source: `${end}: ${account}`,
  };
}

/** Whether a line's term sums a cell. */
function isOf({ account, kinds }: Term, cell: Cell): boolean {
  return cell.account === account && kinds.includes(cell.kind);
}

function figure(cells: readonly Cell[]) {
  return ({ key, label, terms, look, counted: isCounted }: Line) => {
    const found = terms.flatMap((term) =>
      cells.filter((cell) => isOf(term, cell)).map((cell) => ({ sign: term.sign, ...cell })),
    );
    return {
      key,
      label,
      look: look ?? ("plain" as const),
      count: isCounted ? sum(found.map((cell) => cell.debits + (isCounted === "debits" ? 0 : cell.credits))) : null,
      amount: sum(found.map(({ sign, debit, credit }) => (sign === "+" ? debit - credit : credit - debit))),
      source: terms.map(({ kinds, account }) => `${kinds.join(" + ")}: ${account}`).join("; "),
    };
  };
}

/** The movements that no line sums, such as those of a new kind of transfer or on an account that nobody explains. */
function unlistedOf(sections: readonly Section[], cells: readonly Cell[]): readonly Cell[] {
  const terms = sections.flatMap(({ lines }) => lines.flatMap((line) => line.terms));
  return cells.filter((cell) => !terms.some((term) => isOf(term, cell)));
}

/** Nothing is ever left out of a settlement. */
function others(unlisted: readonly Cell[]): Figures["sections"] {
  if (unlisted.length === 0) return [];
  const lines = unlisted.map(({ kind, account, debit, credit, debits, credits }) => ({
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

/** The lines of a section without those of nothing; none at all of a section in which nothing is or was. */
export function unfolded(section: Settlement["sections"][number]): Settlement["sections"][number]["lines"] {
  const lines = section.lines.filter(({ amount, count }) => amount !== 0 || Boolean(count));
  if (lines.length === 0) return [];
  return section.lines.filter((line) => lines.includes(line) || line.look === "total");
}

/** The accounts that hold something or moved. */
export function unfoldedAccounts({ accounts: all }: Settlement): Settlement["accounts"] {
  return all.filter((line) => [line.opening, line.in, line.out, line.closing].some((amount) => amount !== 0));
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
  const { deferred, pot, reserved, prizePayable, refundsPayable, total, dueToRange, taxPayable } = liabilities;
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
    { label: "Tax payable", amount: taxPayable, look: "total", source: "tax_payable" },
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
