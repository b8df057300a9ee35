/**
 * Heavy work: a task that keeps a processor busy for so long that golfers' calls would wait. A process of its own
 * (`worker.ts`) does it; `workers.ts` starts that process when there is work.
 */

/** The queue of a task. Tasks of one lane run one after the other, and never wait for another lane. */
export type LaneName = "documents" | "pictures";

/** Arguments and result are copied between processes (structured clone): plain data and bytes. */
export interface Task<Given extends readonly unknown[] = readonly never[], Made = unknown> {
  readonly kind: LaneName;
  /** Its name between the processes, used by no other task. */
  readonly name: string;
  readonly run: (...given: Given) => Promise<Made>;
}

/**
 * Runs a task in a worker while its caller waits.
 * @throws service.busy when too many wait, when the work takes too long, and when its process ends under it
 */
export type Work = <Given extends readonly unknown[], Made>(task: Task<Given, Made>, ...given: Given) => Promise<Made>;

export function defineTask<Given extends readonly unknown[], Made>(
  kind: LaneName,
  name: string,
  run: (...given: Given) => Promise<Made>,
): Task<Given, Made> {
  return { kind, name, run };
}

/** From the server to a worker. */
export interface TaskRequest {
  task: string;
  given: readonly unknown[];
}

/** From a worker to the server: the result of its one task. */
export type TaskReply = { made: unknown } | { fault: string };
