/** The days of a month's grid, and how the arrow keys move in it. Days are `yyyy-MM-dd`; weeks begin on Sunday. */
import { addDays, type Day } from "#platform/shared/days.ts";

/** 0 is Sunday. */
function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The weeks of a month (`yyyy-MM`), with days of the months before and after. */
export function weeksOf(month: string): Day[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  const weeks: Day[][] = [];
  for (let week = start; week.slice(0, 7) <= month; week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)));
  return weeks;
}

/** The same day of another month, or that month's last. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
  const same = addDays(first, Number(day.slice(8)) - 1);
  return same.slice(0, 7) === first.slice(0, 7) ? same : addDays(addMonths(`${first.slice(0, 8)}01`, 1), -1);
}

/** The day to which a key moves; undefined for keys without a meaning in a calendar. */
export function dayAfterKey(day: Day, key: string): Day | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekday(day));
    case "End":
      return addDays(day, 6 - weekday(day));
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return undefined;
  }
}
