/** Prices, shares and the books (rules, section 5). Cents and basis points. */
import { courseOf, type World } from "./world.ts";

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

/** Debits one account and credits another. */
export function post(world: World, cents: number, debit: string, credit: string): void {
  if (cents === 0) return;
  for (const [account, amount] of [
    [debit, cents],
    [credit, -cents],
  ] as const) {
    world.books[account] = (world.books[account] ?? 0) + amount;
    const course = account.startsWith("pot:") ? courseOf(world, Number(account.slice(4))) : undefined;
    if (course) course.potChangedAt = world.now;
  }
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
