/** The server's side of heavy work: a process for each kind, a bounded queue before it. */
import { type Kind, type Task } from "./task.ts";
import { createLane, type Lane, type LaneLimits } from "./lane.ts";

export interface Workers {
  /** As `Work`. @param signal aborted when nobody waits for it any more */
  run<Given extends readonly unknown[], Made>(
    task: Task<Given, Made>,
    given: Given,
    signal: AbortSignal,
  ): Promise<Made>;
  /** Ends the processes; what is not done is refused. */
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
 * Starts no process before there is work for it.
 * @param entry the module that a worker runs: it serves the tasks
 * @param onLost hears how a worker ended that should not have
 */
export function createWorkers(entry: URL, onLost: (error: Error) => void, limits = workLimits): Workers {
  const lanes: Record<Kind, Lane> = {
    documents: createLane(entry, limits, onLost),
    pictures: createLane(entry, limits, onLost),
  };
  return {
    // What comes back is what the task made: only its own name was sent.
    run: async (task, given, signal) => (await lanes[task.kind].take({ task: task.name, given }, signal)) as never,
    close: async () => {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
}
