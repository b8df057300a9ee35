/** The marks of a chart's upright axis around its zero line. */
import { ticksOf } from "#platform/shared/chart-scale.ts";

/** From the lowest to the highest mark, 0 among them; below 0 only where a value is. @example marksOf(-10.8, 25) */
export function marksOf(least: number, most: number): number[] {
  if (least >= 0) return ticksOf(most);
  const [, step = 1] = ticksOf(Math.max(most, -least));
  const below = Math.ceil(-least / step);
  const above = Math.ceil(Math.max(0, most) / step);
  return Array.from({ length: below + above + 1 }, (_, at) => (at - below) * step);
}
