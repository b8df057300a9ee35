/**
 * One run at a time, and one more for all who ask during it, because the run under way may have begun before what they
 * ask for. A failed run fails those who share it; the next one is made all the same.
 */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    running = run().finally(() => (running = undefined));
    return running;
  };
  return () => next ?? (running ? (next = running.then(start, start)) : start());
}
