/** Money is integer cents everywhere but on the wire, which speaks decimal dollars. */

/** Cents to the JSON number of dollars (at most two decimals). */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** JSON dollars to cents; rounds away binary noise (12.34 -> 1234). */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

const WRITTEN = /^\s*(-?)\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*$/;

/**
 * Dollars as people write them: `1000`, `1,000.50`, `$3`, `-$12.50`. A comma stands before three digits, never for cents.
 * @returns undefined for what is no amount
 */
export function readDollars(text: string): number | undefined {
  const [, minus, whole, cents = ""] = WRITTEN.exec(text) ?? [];
  return whole === undefined ? undefined : Number(`${minus}${whole.replaceAll(",", "")}${cents}`);
}

/** Whether JSON dollars have no fraction of a cent, binary noise (3 x 1.2) aside. */
export function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - toCents(dollars)) <= 1e-6;
}

const dollarFormat = { style: "currency", currency: "USD" } as const;
const withCents = new Intl.NumberFormat("en-US", dollarFormat);
const withoutCents = new Intl.NumberFormat("en-US", { ...dollarFormat, maximumFractionDigits: 0 });

/** `$1,024.50`, always with two decimals: the form of a pot; `-$3.00` below zero. */
export function formatCents(cents: number): string {
  return withCents.format(cents / 100);
}

/** `$3`, or `$3.60` when there are cents: the form of a price (rules, section 4). */
export function formatPrice(cents: number): string {
  return (cents % 100 === 0 ? withoutCents : withCents).format(cents / 100);
}

/** A rate in thousandths of a percent: 7.25 % is 7250. */
export type MilliPercent = number;

const WHOLE = 100_000;

/**
 * The tax in an amount (cents): the amount less its net, and the net is rounded half up to the cent. @example
 * taxWithin(500, 7500) is 35: $5.00 is $4.65 and 7.5 % of it
 */
export function taxWithin(amountCents: number, rate: MilliPercent): number {
  const divisor = WHOLE + rate;
  // Whole numbers only, so that a half is exact: floor((2 a W + d) / 2 d) is a W / d, rounded half up.
  const net = Math.floor((2 * amountCents * WHOLE + divisor) / (2 * divisor));
  return amountCents - net;
}

/** The part of an amount (cents) that a share in basis points (1/10,000) takes, rounded down. */
export function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / 10_000);
}
