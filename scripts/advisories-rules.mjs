/** Compares known weaknesses with the times within which they must be repaired. */

/** Days to repair, by the word of the registry; the table of SECURITY.md has the same. */
export const DAYS = { critical: 3, high: 14, moderate: 90, low: 90, info: 90 };
const DAY_MS = 86_400_000;

/**
 * Reads npm's report.
 * @param {string} text
 * @returns {{ id: string, of: string, severity: string, title: string }[] | string} each weakness once; why there is no report
 */
export function reportOf(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return "its answer could not be read";
  }
  if (!report.vulnerabilities) return report.error?.summary || report.message || "its answer has no list";
  const all = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    // A text names another package of the list, by which this one has the weakness.
    via.filter((one) => typeof one === "object"),
  );
  return [...new Map(all.map((one) => [`${one.url} ${one.name}`, one])).values()].map((one) => ({
    id: one.url.split("/").at(-1),
    of: one.name,
    severity: one.severity,
    title: one.title,
  }));
}

/**
 * @param found of what ships @param known since when we know of each
 * @returns a line for each, and whether none is new and none is late
 */
export function judge(found, known, now) {
  let isWell = true;
  const lines = found.map(({ id, of, severity, title }) => {
    const since = known[id]?.since;
    const end = since === undefined ? undefined : Date.parse(since) + (DAYS[severity] ?? DAYS.critical) * DAY_MS;
    const state =
      end === undefined
        ? "NEW: write it into docs/advisories.json with today's day"
        : end < now.getTime()
          ? `LATE: it was to be repaired by ${new Date(end).toISOString().slice(0, 10)}`
          : `to be repaired by ${new Date(end).toISOString().slice(0, 10)}`;
    if (end === undefined || end < now.getTime()) isWell = false;
    return `${of}: ${severity}, ${id}, ${title}. ${state}`;
  });
  return { lines, isWell };
}

/** Days within which a library is brought to a newer minor release (SECURITY.md: each quarter). */
export const QUARTER_DAYS = 92;

/**
 * The day from which a library has been behind: when the first newer minor release of its major version came.
 * @param {Record<string, string>} times the registry's times of publishing, by version
 * @returns {{ version: string, since: Date } | undefined} undefined while there is none
 */
export function behindSince(current, times) {
  const [major, minor] = numbersOf(current);
  const newer = Object.entries(times).flatMap(([version, time]) => {
    // Experiments and drafts have a word after a hyphen; the registry's own entries are no versions.
    if (!/^\d+\.\d+\.\d+$/.test(version)) return [];
    const [itsMajor, itsMinor] = numbersOf(version);
    return itsMajor === major && itsMinor > minor ? [{ version, since: new Date(time) }] : [];
  });
  return newer.toSorted((a, b) => a.since - b.since)[0];
}

const numbersOf = (version) => version.split(/[.-]/).map(Number);

/**
 * @param {{ name: string, version: string, times: Record<string, string> }[]} libraries
 * @returns a line for each that is behind, and whether none has been for longer than a quarter
 */
export function judgeUpdates(libraries, now) {
  let isWell = true;
  const lines = libraries.flatMap(({ name, version, times }) => {
    const behind = behindSince(version, times);
    if (!behind) return [];
    const end = behind.since.getTime() + QUARTER_DAYS * DAY_MS;
    const day = new Date(end).toISOString().slice(0, 10);
    const isLate = end < now.getTime();
    if (isLate) isWell = false;
    return [
      `${name}: ${version}, and ${behind.version} is there. ${isLate ? `LATE: it was to be there by ${day}` : `To be updated by ${day}`}`,
    ];
  });
  return { lines, isWell };
}
