/** Money is integer cents everywhere but on the wire, which speaks decimal dollars. */

/** Cents to the JSON number of dollars (at most two decimals). */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** JSON dollars to cents; rounds away binary noise (12.34 -> 1234). */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** `$1,024.50`, always with two decimals: the form of a pot. */
export function formatCents(cents: number): string {
  return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** `$3`, or `$3.60` when there are cents: the form of a price (rules, section 4). */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString("en-US")}` : formatCents(cents);
}

/** The part of an amount (cents) that a share in basis points (1/10,000) takes, rounded down. */
export function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / 10_000);
}
