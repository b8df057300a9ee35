/**
 * The alerts with shorter durations: an hour becomes a minute, a minute a second. Durations are how long something must
 * last (`for: 5m`) and how far back an expression looks (`[30m]`). Nothing else changes: no bound, no name, no label.
 */
const SHORTER = { h: "m", m: "s" } as const;

/** @throws if the file has a duration that the rule does not name, such as seconds or days */
export function shortened(yaml: string): string {
  return yaml.replaceAll(/(\bfor: |\[)(\d+)(\w+)/g, (_all, before: string, count: string, unit: string) => {
    if (unit !== "h" && unit !== "m") throw new Error(`${before}${count}${unit} is neither in hours nor in minutes`);
    return `${before}${count}${SHORTER[unit]}`;
  });
}
