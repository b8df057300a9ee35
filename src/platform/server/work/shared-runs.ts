/**
 * Runs work one run at a time. All who ask during a run share the next one, because the run under way may have begun
 * before the change that they want to see. A failed run fails those who share it; the next one runs all the same.
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
