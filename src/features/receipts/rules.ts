/** The words of receipts. */
import { UNSTARTED_DAYS } from "#features/orders/rules.ts";

/** A receipt's number as printed: `000123`. */
export function receiptNumberText(number: number): string {
  return String(number).padStart(6, "0");
}

const english = {
  card: "Card",
  endingIn: (method: string, last4: string) => `${method} ending in ${last4}`,
  withBalls: (name: string, count: number) => `${name}, ${count} ${count === 1 ? "ball" : "balls"}`,
};

/** The way of payment: `Card ending in 4242`, `PayPal`. */
export function paidByText(
  { method, last4 }: { method: string; last4: string | null },
  words: Pick<typeof english, "card" | "endingIn"> = english,
): string {
  const names: Readonly<Record<string, string>> = { card: words.card, paypal: "PayPal", apple: "Apple Pay" };
  const name = names[method] ?? method;
  return last4 === null ? name : words.endingIn(name, last4);
}

interface Bought {
  packageName: string;
  ballCount: number;
}

/** Whether a package's name already has its number of balls. */
function countsBalls({ packageName, ballCount }: Bought): boolean {
  return new RegExp(`(^|\\D)${ballCount}(\\D|$)`).test(packageName);
}

/** The purchase: the package's name, with the number of balls unless the name has it. */
export function boughtText(bought: Bought, words: Pick<typeof english, "withBalls"> = english): string {
  const { packageName, ballCount } = bought;
  return countsBalls(bought) ? packageName : words.withBalls(packageName, ballCount);
}

/** The line about refunds on every receipt. */
export const REFUND_POLICY = `Refunds: an order that is not started goes back by itself after ${UNSTARTED_DAYS} days. For anything else, ask the staff at the course.`;

/** A refund's state as people read it. */
export const refundStateWords = { on_its_way: "on its way back to you", returned: "returned" } as const;
