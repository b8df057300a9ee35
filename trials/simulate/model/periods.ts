/** The months of courses, each in its own time. */
import { addDays, dayStart, localDay } from "./calendar.ts";
import type { Months } from "./months.ts";
import type { World } from "./world.ts";

export function monthsOf(world: World): Months {
  if (!world.months) throw new Error("This world has no months");
  return world.months;
}

const starts = new Map<string, number>();

/** The first instant of a month. */
function monthStart(month: string, timeZone: string): number {
  const name = `${month} ${timeZone}`;
  const known = starts.get(name) ?? dayStart(`${month}-01`, timeZone);
  starts.set(name, known);
  return known;
}

export function monthOf(instant: number, timeZone: string): string {
  return localDay(instant, timeZone).slice(0, 7);
}

export function nextMonth(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

export function zoneOf(world: World, course: number): string {
  const found = monthsOf(world).courses.find(({ id }) => id === course);
  if (!found) throw new Error(`There is no course ${course}`);
  return found.timeZone;
}

export function periodStart(world: World, course: number, month: string): number {
  return monthStart(month, zoneOf(world, course));
}

/** The first instant after it. */
export function periodEnd(world: World, course: number, month: string): number {
  return monthStart(nextMonth(month), zoneOf(world, course));
}
