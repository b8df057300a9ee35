/** The words of receipts. */
import { UNSTARTED_DAYS } from "#features/orders/rules.ts";

/** A receipt's number as printed: `000123`. */
export function receiptNumberText(number: number): string {
  return String(number).padStart(6, "0");
}

const methodWords: Readonly<Record<string, string>> = { card: "Card", paypal: "PayPal", apple: "Apple Pay" };

/** The way of payment: `Card ending in 4242`, `PayPal`. */
export function paidByText({ method, last4 }: { method: string; last4: string | null }): string {
  const word = methodWords[method] ?? method;
  return last4 === null ? word : `${word} ending in ${last4}`;
}

interface Bought {
  packageName: string;
  ballCount: number;
}

/** Whether a package's name already has its number of balls. */
export function countsBalls({ packageName, ballCount }: Bought): boolean {
  return new RegExp(`(^|\\D)${ballCount}(\\D|$)`).test(packageName);
}

/** The purchase: the package's name, with the number of balls unless the name has it. */
export function boughtText({ packageName, ballCount }: Bought): string {
  return countsBalls({ packageName, ballCount })
    ? packageName
    : `${packageName}, ${ballCount} ${ballCount === 1 ? "ball" : "balls"}`;
}

/** The line about refunds on every receipt. */
export const REFUND_POLICY = `Refunds: an order that is not started goes back by itself after ${UNSTARTED_DAYS} days. For anything else, ask the staff at the course.`;

/** A refund's state as people read it. */
export const refundStateWords = { on_its_way: "on its way back to you", returned: "returned" } as const;
