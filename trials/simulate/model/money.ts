/** Prices, shares and the books (rules, section 5). Cents and basis points. */
import { at, courseOf, type World } from "./world.ts";

/** A base price at a course: rounded half up. */
export function priceAt(base: number, factorBp: number): number {
  const rest = (base * factorBp) % 10_000;
  return (base * factorBp - rest) / 10_000 + (rest >= 5_000 ? 1 : 0);
}

/** What the tax leaves of a price that includes it: rounded half up. The rate is in thousandths of a percent. */
export function netOf(cents: number, taxRateMilli: number): number {
  const whole = 100_000 + taxRateMilli;
  const rest = (cents * 100_000) % whole;
  return (cents * 100_000 - rest) / whole + (2 * rest >= whole ? 1 : 0);
}

/** A share of a net price: rounded down. */
export function shareOf(cents: number, basisPoints: number): number {
  return (cents * basisPoints - ((cents * basisPoints) % 10_000)) / 10_000;
}

/**
 * Debits one account and credits another.
 * @param factAt the moment of the fact, if its month is closed
 */
export function post(world: World, cents: number, debit: string, credit: string, factAt: number | null = null): void {
  if (cents === 0) return;
  if (cents < 0) return post(world, -cents, credit, debit, factAt);
  const course = courseOfAccount(world, debit) ?? courseOfAccount(world, credit);
  if (course !== undefined) world.months?.log.push({ at: world.now, course, debit, credit, cents, factAt });
  for (const [account, amount] of [
    [debit, cents],
    [credit, -cents],
  ] as const) {
    world.books[account] = (world.books[account] ?? 0) + amount;
    const pot = account.startsWith("pot:") ? courseOf(world, Number(account.slice(4))) : undefined;
    if (pot) pot.potChangedAt = world.now;
  }
}

/** The course of an account, if it has one. */
function courseOfAccount(world: World, account: string): number | undefined {
  const [kind, place] = account.split(":");
  if (place === undefined) return undefined;
  if (kind === "refunds") return at(world.orders, Number(place)).course;
  return kind === "reserved" || kind === "prize_payable" ? at(world.claims, Number(place)).course : Number(place);
}

/** The credit balance of an account. */
export function held(world: World, account: string): number {
  return -(world.books[account] ?? 0) || 0;
}

/** What refunds so far take back from a share of a price: rounded down, at most the share. */
export function partOf(share: number, refunded: number, price: number): number {
  const product = share * Math.min(refunded, price);
  return (product - (product % price)) / price;
}

/** The pot's part of a refund: its share of all refunds, less its earlier parts, never below the base. */
export function potPartOf(refund: {
  price: number;
  share: number;
  before: number;
  potPartBefore: number;
  amount: number;
  pot: number;
  base: number;
}): number {
  const due = partOf(refund.share, refund.before + refund.amount, refund.price) - refund.potPartBefore;
  return Math.max(0, Math.min(due, Math.max(0, refund.pot - refund.base)));
}

/** What the gateway keeps of each order: 2.9 % rounded half up and 0.30 of a capture, 15.00 of a dispute that is not won. */
export function feesOf({ orders }: World): { course: number; cents: number }[] {
  return orders.map(({ amount, course, disputes, gateway }) => ({
    course,
    cents:
      (gateway === "captured" ? priceAt(amount, 290) + 30 : 0) +
      disputes.reduce((sum, { status }) => sum + (status === "won" ? 0 : 1500), 0),
  }));
}
