/** Days on a course's clock, and the business days of claims (rules, sections 6 and 8). */

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: number, timeZone: string): { day: string; minutes: number } {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  // Swedish dates are ISO dates: "2026-03-08 14:05:09".
  const [day = "", time = ""] = format.format(instant).split(" ");
  const [hour = "0", minute = "0"] = time.split(":");
  return { day, minutes: Number(hour) * 60 + Number(minute) };
}

export function localDay(instant: number, timeZone: string): string {
  return wallClock(instant, timeZone).day;
}

/** `HH:mm` on the course's clock. */
export function localTime(instant: number, timeZone: string): string {
  const { minutes } = wallClock(instant, timeZone);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The first instant of a local day, found by halving, without any time zone's rules. */
export function dayStart(day: string, timeZone: string): number {
  const middle = Date.parse(`${day}T00:00:00Z`);
  let [before, from] = [middle - 30 * 3_600_000, middle + 30 * 3_600_000];
  while (from - before > 1) {
    const probe = Math.floor((before + from) / 2);
    if (localDay(probe, timeZone) < day) before = probe;
    else from = probe;
  }
  return from;
}

/** The last millisecond of the next business day after a claim's local day. */
export function dueAt(claimed: number, timeZone: string): number {
  let day = addDays(localDay(claimed, timeZone), 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return dayStart(addDays(day, 1), timeZone) - 1;
}

function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The observed federal holidays of 2026 (opm.gov, federal holidays), and the next New Year's Day. */
const holidays = new Set([
  "2026-01-01",
  "2026-01-19",
  "2026-02-16",
  "2026-05-25",
  "2026-06-19",
  "2026-07-03",
  "2026-09-07",
  "2026-10-12",
  "2026-11-11",
  "2026-11-26",
  "2026-12-25",
  "2027-01-01",
  "2027-01-18",
]);

function isBusinessDay(day: string): boolean {
  return weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(day);
}
