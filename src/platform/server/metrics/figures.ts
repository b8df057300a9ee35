/** Figures that are read when somebody asks, and kept for a while: a scrape must cost the database little. */
import { Gauge, Registry } from "prom-client";

export interface Figure {
  name: string;
  help: string;
  /** Labels name kinds and states that the sources know. They never tell who somebody is. */
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

/** A figure without labels. */
export function figure(name: string, help: string, value: number): Figure {
  return { name, help, values: [[{}, value]] };
}

/** A figure with one value for each key, whose label is `label`. */
export function figureBy(name: string, help: string, label: string, values: Readonly<Record<string, number>>): Figure {
  return { name, help, values: Object.entries(values).map(([key, value]) => [{ [label]: key }, value]) };
}

/** The age of a moment in seconds; 0 where there is none. */
export function ageOf(moment: string | Date | null | undefined, now: Date): number {
  return moment ? Math.max(0, (now.getTime() - new Date(moment).getTime()) / 1000) : 0;
}

/** Figures in the text that Prometheus reads. */
export async function prometheusText(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of figures) {
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) gauge.set(labels, value);
  }
  return registry.metrics();
}

/**
 * Runs `read` at most once in `keptMs` of real time, and at most once at a time; in between the last result counts.
 * A read that fails or takes longer than `patienceMs` is undefined for as long.
 */
export function keptReading<T>(read: () => Promise<T>, keptMs: number, patienceMs: number) {
  let readAt = -Infinity;
  let current: Promise<T | undefined> = Promise.resolve(undefined);
  let isReading = false;
  return (): Promise<T | undefined> => {
    if (isReading || performance.now() - readAt < keptMs) return current;
    readAt = performance.now();
    isReading = true;
    const answer = read().catch(() => undefined);
    void answer.finally(() => (isReading = false));
    current = within(answer, patienceMs);
    return current;
  };
}

async function within<T>(answer: Promise<T | undefined>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
