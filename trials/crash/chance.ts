/**
 * Seeded chance: one seed makes the same choices in the same order. Their moments depend on the machine, so a seed
 * repeats the kind of a run, not its timing.
 */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  yes(probability: number): boolean;
  pick<T>(of: readonly T[]): T;
}

/** Mulberry32: small, seeded, even enough for choices. Each name has its own sequence. */
export function chanceOf(seed: number, name: string): Chance {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e_37_79_b1) >>> 0;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    yes: (probability) => next() < probability,
    pick: (of) => {
      const picked = of[Math.floor(next() * of.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from");
      return picked;
    },
  };
}
