/** Work that takes turns: so many at once, in the order of asking. */

/** Nobody's turn came for so long that the caller is told to come again. */
export class NoTurn extends Error {}

/** @returns a runner of work, at most `most` at once; who has waited `patienceMs` for a turn gets `NoTurn` instead */
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
    // A turn that ends is handed to the next in line, so `running` stays.
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
