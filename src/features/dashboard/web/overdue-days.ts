/** Which claims are overdue, as days of the list of claims. */
import { isBusinessDay } from "#features/claims/rules.ts";
import { addDays, type Day } from "#platform/shared/days.ts";

/** Before the first claim. */
const FIRST: Day = "2000-01-01";

/**
 * The days whose claims are overdue if they still wait: the business day after each of them is over.
 * @param today at the claims' courses
 */
export function overdueDays(today: Day): { from: Day; to: Day } {
  // The latest business day that is over, and then the day before it: claims of the days between are due later.
  let due = addDays(today, -1);
  while (!isBusinessDay(due)) due = addDays(due, -1);
  return { from: FIRST, to: addDays(due, -1) };
}
