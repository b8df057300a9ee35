/** One worker process and the callers who wait for it. */
import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { TaskRequest, TaskReply } from "./task.ts";

export interface LaneLimits {
  /** At most so many callers wait. The next one is refused at once. */
  waiting: number;
  /** A caller who has waited this long is refused. */
  patienceMs: number;
  /** A task that takes longer is given up, and its process is ended. */
  workMs: number;
  /** A task that nobody waits for any more may run this much longer, which is cheaper than a new process. */
  goneMs: number;
  /** A process without work ends after so long, and gives its memory back. */
  restMs: number;
  /** A worker's JavaScript heap. */
  heapMb: number;
}

export interface Lane {
  /** @returns what the task made @throws service.busy */
  take(order: TaskRequest, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** The worker's Unix priority (-20 to 19), below that of the server and its database. */
const AFTER_CALLS = 5;
/** glibc keeps a picture's memory for the next one. With these it returns all but small pieces (mallopt(3)). */
const GIVE_BACK = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

const RETRY_SECONDS = 5;
const ENDING = "The process ends";
const busy = (why: string) =>
  refuseRequest("service.busy", {
    why,
    message: "Too many files are being made or read right now. Please try again in a few seconds.",
    retryAfter: RETRY_SECONDS,
  });

interface Job {
  order: TaskRequest;
  succeed(made: unknown): void;
  fail(error: Error): void;
}

export function createLane(entry: URL, limits: LaneLimits, onLost: (error: Error) => void): Lane {
  const queue: Job[] = [];
  let worker: ChildProcess | undefined;
  let current: Job | undefined;
  /** For the task, or for the rest after it. */
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): ChildProcess {
    const child = fork(entry, {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      // The worker gets no configuration, so that a malicious picture that takes it over finds no secret.
      env: GIVE_BACK,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // From the start, because starting takes a processor, too.
    if (child.pid !== undefined) stepBack(child.pid);
    const lost = (why: string) => {
      if (worker !== child) return;
      worker = undefined;
      clearTimeout(timer);
      if (!closed) onLost(new Error(`A worker ended at ${current?.order.task ?? "rest"}: ${why}`));
      settle((job) => job.fail(busy("The worker ended")));
    };
    child.once("exit", (code, signal) => lost(signal ?? `code ${code}`));
    child.once("error", (error) => lost(error.message));
    child.on("message", (outcome: TaskReply) => {
      if (worker !== child) return;
      clearTimeout(timer);
      settle((job) => ("made" in outcome ? job.succeed(outcome.made) : job.fail(new Error(outcome.fault))));
    });
    return child;
  }

  /** Ends the worker during a task or at rest. */
  function stop(): void {
    const child = worker;
    worker = undefined;
    clearTimeout(timer);
    child?.kill("SIGKILL");
    settle((job) => job.fail(busy(closed ? ENDING : `A worker took longer than ${limits.workMs} ms`)));
  }

  function settle(as: (job: Job) => void): void {
    const job = current;
    current = undefined;
    if (job) as(job);
    next();
  }

  function next(): void {
    if (current) return;
    current = queue.shift();
    if (!current) {
      if (worker) timer = setTimeout(stop, limits.restMs).unref();
      // An idle worker does not keep the server from ending.
      worker?.unref();
      worker?.channel?.unref();
      return;
    }
    clearTimeout(timer);
    worker ??= start();
    worker.ref();
    worker.channel?.ref();
    timer = setTimeout(stop, limits.workMs);
    // If the worker is just ending, its exit is reported separately.
    worker.send(current.order, () => undefined);
  }

  return {
    take: (order, signal) => {
      if (closed || signal.aborted) return Promise.reject(busy(ENDING));
      if (queue.length >= limits.waiting) return Promise.reject(busy(`${limits.waiting} wait for a worker already`));
      return new Promise((done, refused) => {
        const leave = (why: string) => {
          const place = queue.indexOf(job);
          if (place >= 0) {
            queue.splice(place, 1);
            job.fail(busy(why));
          } else if (current === job) {
            clearTimeout(timer);
            timer = setTimeout(stop, limits.goneMs);
          }
        };
        const impatient = setTimeout(() => {
          if (current !== job) leave(`No worker was free within ${limits.patienceMs} ms`);
        }, limits.patienceMs).unref();
        const end = () => {
          clearTimeout(impatient);
          signal.removeEventListener("abort", leaveAtEnd);
        };
        const job: Job = {
          order,
          succeed: (made) => {
            end();
            done(made);
          },
          fail: (error) => {
            end();
            refused(error);
          },
        };
        const leaveAtEnd = () => leave(ENDING);
        signal.addEventListener("abort", leaveAtEnd);
        queue.push(job);
        next();
      });
    },
    close: async () => {
      closed = true;
      const child = worker;
      const ended = child && new Promise((exit) => child.once("exit", exit));
      for (const job of queue.splice(0)) job.fail(busy(ENDING));
      stop();
      await ended;
    },
  };
}

function stepBack(pid: number): void {
  try {
    setPriority(pid, AFTER_CALLS);
  } catch {
    // It has ended already, and its exit is reported separately.
  }
}
