/** Work that takes turns: a fixed number at once, in the order of the calls. */

/** The caller has waited too long for a turn and is asked to come again. */
export class NoTurn extends Error {}

/** @returns a runner of work, at most `most` at once; after a wait of `patienceMs` a caller gets `NoTurn` instead */
export function turns(most: number, patienceMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = () =>
    new Promise<void>((start, giveUp) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        giveUp(new NoTurn(`No turn came within ${patienceMs} ms`));
      }, patienceMs);
      const begin = () => {
        clearTimeout(timer);
        start();
      };
      waiting.push(begin);
    });
  return async (work) => {
    // A turn that ends goes to the next in line, so `running` stays the same.
    if (running < most) running += 1;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
