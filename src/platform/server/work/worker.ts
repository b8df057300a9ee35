/** The worker's side: runs one task after the other until the server closes the channel. */
import type { TaskRequest, TaskReply, Task } from "./task.ts";

/** Runs the tasks that the server sends. */
export function serveTasks(tasks: readonly Task[]): void {
  const byName = new Map<string, (...given: never[]) => Promise<unknown>>(tasks.map(({ name, run }) => [name, run]));
  // Ctrl-C reaches every process of the terminal. The worker ignores it: the server ends it after the last call.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
  process.on("message", ({ task, given }: TaskRequest) => {
    void outcomeOf(byName.get(task), given).then((outcome) => process.send?.(outcome));
  });
}

async function outcomeOf(
  run: ((...given: never[]) => Promise<unknown>) | undefined,
  given: readonly unknown[],
): Promise<TaskReply> {
  try {
    if (!run) throw new Error("This worker has no such task");
    return { made: await run(...(given as never[])) }; // `Work` has paired the task with what it takes.
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
