/** A settlement in words and lines for people: page, CSV and PDF have the same ones, in the same order. */
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Settlement } from "./contract.ts";
import { type Language, locales } from "#platform/shared/language.ts";

/** The lines of a section that are not 0; none for a section without any balance or movement. */
export function unfolded(section: Settlement["sections"][number]): Settlement["sections"][number]["lines"] {
  const lines = section.lines.filter(({ amount, count }) => amount !== 0 || Boolean(count));
  if (lines.length === 0) return [];
  return section.lines.filter((line) => lines.includes(line) || line.look === "total");
}

/** The accounts with a balance or a movement. */
export function unfoldedAccounts({ accounts: all }: Settlement): Settlement["accounts"] {
  return all.filter((line) => [line.opening, line.in, line.out, line.closing].some((amount) => amount !== 0));
}

/** The liabilities as lines. Page, CSV and PDF have the same order and words. */
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

/** The administrator who closed a month, the moment, and the month's hash. */
export function closedWords(
  { at, by, hash }: NonNullable<Settlement["closed"]>,
  timeZone: string,
  language: Language = "en",
): string {
  const time = new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: "medium", timeStyle: "short" });
  const moment = time.format(new Date(at));
  // A Spanish time ends with the full stop of its "p.m.".
  return language === "es"
    ? `Lo cerró ${by} el ${moment} Estas cifras son definitivas. Hash ${hash}.`
    : `By ${by} on ${moment}. These figures are final. Hash ${hash}.`;
}
