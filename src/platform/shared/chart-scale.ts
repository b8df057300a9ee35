/** The scale of a chart's upright axis: a few round steps around its zero line. */

const STEPS = 4;

/** The marks of an axis that `max` fits under, 0 first. @example ticksOf(37) // [0, 10, 20, 30, 40] */
export function ticksOf(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Counts have no halves: a step is never below one.
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  const count = Math.max(1, Math.ceil(max / whole));
  return Array.from({ length: count + 1 }, (_, index) => index * whole);
}

/** The marks from the lowest to the highest, with 0; below 0 only if there is a value. @example marksOf(-10.8, 25) */
export function marksOf(least: number, most: number): number[] {
  if (least >= 0) return ticksOf(most);
  const [, step = 1] = ticksOf(Math.max(most, -least));
  const below = Math.ceil(-least / step);
  const above = Math.ceil(Math.max(0, most) / step);
  return Array.from({ length: below + above + 1 }, (_, at) => (at - below) * step);
}

/** The places along the other axis that get a name: at most `most` of `count`, evenly, counted back from the last. */
export function namedPlaces(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0);
}
