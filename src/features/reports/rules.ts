/**
 * A course's settled month: pure sums over the ledger's entries. Amounts are cents. In the ledger a debit is positive;
 * here each line and account has the sign that a reader expects.
 */
import { addDays, instantOf, isDay, localDay } from "#platform/shared/days.ts";
import { accountKinds, type Settlement } from "./contract.ts";
import { type Language, locales } from "#platform/shared/language.ts";

/** The month (`yyyy-MM`) of an instant in a time zone. */
export function monthOf(instant: Date, zone: string): string {
  return localDay(instant, zone).slice(0, 7);
}

/** The first instant of a month in a zone, and the first one after it. */
export function monthSpan(month: string, zone: string): { from: Date; to: Date } {
  return { from: instantOf(`${month}-01`, 0, 0, zone), to: instantOf(`${nextMonth(month)}-01`, 0, 0, zone) };
}

const monthFormat = (language: Language) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", month: "long", year: "numeric" });
const monthFormats = { en: monthFormat("en"), es: monthFormat("es") } as const satisfies Record<Language, unknown>;

/** `November 2026`; any other text is returned unchanged. */
export function monthName(month: string, language: Language = "en"): string {
  return isDay(`${month}-01`) ? monthFormats[language].format(new Date(`${month}-01T00:00:00Z`)) : month;
}

/** The month after one: `2027-01` after `2026-12`. */
export function nextMonth(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** The hour of the chosen day from which on a settlement is mailed, by the course's clock. */
const MAIL_HOUR = 8;

/** The first moment at which a month's settlement is mailed by itself, if the month is closed by then. */
export function mailedFrom(month: string, day: number, zone: string): Date {
  return instantOf(`${nextMonth(month)}-${String(day).padStart(2, "0")}`, MAIL_HOUR, 0, zone);
}

/** A month can be closed this long after its end, when everything that was under way at midnight is booked. */
export const CLOSE_AFTER_MS = 3_600_000;

/** The days and the time zone of a settlement or a statement, as a sentence. */
export function periodWords(
  { month, toDate, generatedAt, course: { timeZone } }: Period,
  language: Language = "en",
): string {
  const time = new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: "medium", timeStyle: "short" });
  const made = time.format(new Date(generatedAt));
  const name = monthName(month, language);
  // A Spanish time ends with the full stop of its "p.m.".
  return language === "es"
    ? `${toDate ? `Del inicio de ${name} hasta hoy` : `Todo ${name}`}, en la hora de ${timeZone}. Al ${made}`
    : `${toDate ? `${name} to date` : `All of ${name}`}, in the time of ${timeZone}. As of ${made}.`;
}

type Period = Pick<Settlement, "month" | "toDate" | "generatedAt"> & { course: { timeZone: string } };

/** The months from one to another, newest first. */
export function monthsFrom(first: string, last: string): string[] {
  const months = [last];
  for (let month = last; month > first;) {
    month = addDays(`${month}-01`, -1).slice(0, 7);
    months.push(month);
  }
  return months;
}

/** The movement of one kind of transfer on one kind of account within the month. */
export interface Cell {
  kind: string;
  account: string;
  /** Sums of the entries above and below zero, both as positive cents, and their number. */
  debit: number;
  credit: number;
  debits: number;
  credits: number;
  /** The part of facts of an earlier month, which was closed before they were booked. */
  isLate?: boolean;
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

type Account = (typeof accountKinds)[number]["account"];

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
  /** Whether the line shows the number of its entries, or that of its debits alone. */
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
    sections: [...shown, ...late(cells), ...others(unlisted)],
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
  const known = new Set<string>(accountKinds.map(({ account }) => account));
  const found = new Set([...cells, ...balances].map(({ account }) => account));
  const unknown = [...found].filter((account) => !known.has(account)).toSorted();
  return [...accountKinds, ...unknown.map((account) => ({ account, label: account, held: false }))];
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

/** Movements that were booked here because their own month was closed, by kind of transfer. */
function late(cells: readonly Cell[]): Figures["sections"] {
  const found = cells.filter(({ isLate }) => isLate);
  const lines = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const moved = found.filter((cell) => cell.kind === kind);
    return {
      key: `late.${kind}`,
      label: kind.replaceAll("_", " "),
      look: "plain" as const,
      // Each account that a transfer moves counts it.
      count: Math.max(...moved.map(({ debits, credits }) => debits + credits)),
      amount: sum(moved.map(({ debit }) => debit)),
      source: `${kind}, of earlier months`,
    };
  });
  return lines.length === 0 ? [] : [{ key: "late", title: "Of earlier months, booked here", lines }];
}

/** Shows the movements that no line sums, so that a settlement leaves nothing out. */
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
