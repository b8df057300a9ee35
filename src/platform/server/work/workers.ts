/** The server's side of heavy work: a process and a bounded queue for each kind. */
import { type LaneName, type Task } from "./task.ts";
import { createLane, type Lane, type LaneLimits } from "./lane.ts";

export interface Workers {
  /** As `Work`. @param signal aborted when nobody waits for it any more */
  run<Given extends readonly unknown[], Made>(
    task: Task<Given, Made>,
    given: Given,
    signal: AbortSignal,
  ): Promise<Made>;
  /** Ends the processes; unfinished tasks are refused. */
  close(): Promise<void>;
}

export const workLimits: LaneLimits = {
  waiting: 20,
  patienceMs: 30_000,
  workMs: 60_000,
  goneMs: 1_000,
  restMs: 30_000,
  heapMb: 256,
};

/**
 * Starts a process only when there is work for it.
 * @param entry the module that a worker runs: it serves the tasks
 * @param onLost gets the error of a worker that ended unexpectedly
 */
export function createWorkers(entry: URL, onLost: (error: Error) => void, limits = workLimits): Workers {
  const lanes: Record<LaneName, Lane> = {
    documents: createLane(entry, limits, onLost),
    pictures: createLane(entry, limits, onLost),
  };
  return {
    // The result is of the task whose name was sent.
    run: async (task, given, signal) => (await lanes[task.kind].take({ task: task.name, given }, signal)) as never,
    close: async () => {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
}
