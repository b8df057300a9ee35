/**
 * Heavy work: what takes a processor long enough that golfers' calls would wait behind it. It is done by a process of
 * its own (`worker.ts`), which `workers.ts` starts when there is work.
 */

/** Work of one kind is done one piece after the other, and never waits for the other kind. */
export type Kind = "documents" | "pictures";

/** What goes in and what comes out is copied between processes (structured clone): plain data and bytes. */
export interface Task<Given extends readonly unknown[] = readonly never[], Made = unknown> {
  readonly kind: Kind;
  /** Its name between the processes: one of its own. */
  readonly name: string;
  readonly run: (...given: Given) => Promise<Made>;
}

/**
 * Has a task done, for as long as whoever asked for it waits.
 * @throws service.busy when too many wait, when the work takes too long, and when its process ends under it
 */
export type Work = <Given extends readonly unknown[], Made>(task: Task<Given, Made>, ...given: Given) => Promise<Made>;

export function defineTask<Given extends readonly unknown[], Made>(
  kind: Kind,
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

/** From a worker to the server: of the one order that it has. */
export type TaskReply = { made: unknown } | { fault: string };
