/** Calendar days in a time zone. A day is `yyyy-MM-dd`; zones are IANA names; instants are UTC. */

export type Day = string;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Making a formatter costs many times what using one does, so there is one for each zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
}

/** The minutes that the zone is ahead of UTC at an instant. */
function offsetMinutes(instant: Date, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
  const asUtc = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return Math.round((asUtc - instant.getTime()) / MINUTE);
}

/** The local day of an instant. */
export function localDay(instant: Date, timeZone: string): Day {
  return new Date(instant.getTime() + offsetMinutes(instant, timeZone) * MINUTE).toISOString().slice(0, 10);
}

/**
 * The instant of a local wall time. In the hour that a zone skips the instant is an hour later; in the hour that it
 * repeats it is the first of the two.
 */
export function instantOf(day: Day, hour: number, minute: number, timeZone: string): Date {
  const wall = new Date(`${day}T${pad(hour)}:${pad(minute)}:00Z`).getTime();
  const before = offsetMinutes(new Date(wall - DAY), timeZone);
  const first = new Date(wall - before * MINUTE);
  const after = offsetMinutes(first, timeZone);
  if (after === before) return first;
  const second = new Date(wall - after * MINUTE);
  // A wall time that neither offset leads to is skipped: the offset from before puts it as much later.
  return offsetMinutes(second, timeZone) === after ? second : first;
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + count * DAY).toISOString().slice(0, 10);
}

/** The first instant of the local day after an instant's. */
export function nextMidnight(instant: Date, timeZone: string): Date {
  return instantOf(addDays(localDay(instant, timeZone), 1), 0, 0, timeZone);
}

/** Whether `yyyy-MM-dd` is a day that the calendar has (no 30 February), of the years 1900 to 2999. */
export function isDay(text: string): boolean {
  if (!/^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}
