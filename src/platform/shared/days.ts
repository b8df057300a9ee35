/** Calendar days in a time zone. A day is `yyyy-MM-dd`; zones are IANA names; instants are UTC. */

export type Day = string;

/** The local day of an instant. `en-CA` is the locale whose numeric date is ISO's. */
export function localDay(instant: Date, timeZone: string): Day {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant);
}

/** The minutes that the zone is ahead of UTC at an instant. */
function offsetMinutes(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
  const asUtc = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return Math.round((asUtc - instant.getTime()) / 60_000);
}

/**
 * The instant of a local wall time. In the hour that a zone skips the instant is an hour later; in the hour that it
 * repeats it is the first of the two.
 */
export function instantOf(day: Day, hour: number, minute: number, timeZone: string): Date {
  const wall = new Date(`${day}T${pad(hour)}:${pad(minute)}:00Z`).getTime();
  const before = offsetMinutes(new Date(wall - 86_400_000), timeZone);
  const first = new Date(wall - before * 60_000);
  if (offsetMinutes(first, timeZone) === before) return first;
  return new Date(wall - offsetMinutes(first, timeZone) * 60_000);
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + count * 86_400_000).toISOString().slice(0, 10);
}

/** The first instant of the local day after an instant's. */
export function nextMidnight(instant: Date, timeZone: string): Date {
  return instantOf(addDays(localDay(instant, timeZone), 1), 0, 0, timeZone);
}

/** Whether `yyyy-MM-dd` is a day that the calendar has (no 30 February). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}
