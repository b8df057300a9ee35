/** The runs of jobs in this process: how long they took, and what failed in them. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Job, JobWatch } from "../jobs.ts";

const SECONDS = [0.01, 0.1, 1, 10, 60, 600];

export interface JobFigures {
  /** Called by the jobs after each run. */
  watch: JobWatch;
  /** Counts a failure of a job: of a whole run, or of one row after which the run went on. */
  failed: (job: string) => void;
  /** Names all jobs before their first run. */
  name: (jobs: readonly Job[]) => void;
}

/** Registers the figures of jobs: durations and periods in seconds, and failures. */
export function watchJobs(registry: Registry): JobFigures {
  const labelNames = ["job"];
  const registers = [registry];
  const seconds = new Histogram({
    name: "acebay_job_duration_seconds",
    help: "How long the runs of a job took in this process.",
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "acebay_job_failures_total",
    help: "Runs of a job that failed in this process, and single rows that failed in a run.",
    labelNames,
    registers,
  });
  const period = new Gauge({
    name: "acebay_job_period_seconds",
    help: "The time between two runs of a job.",
    labelNames,
    registers,
  });
  return {
    watch: ({ name }, ms) => seconds.observe({ job: name }, ms / 1000),
    failed: (job) => failures.inc({ job }),
    name: (jobs) => {
      for (const { name, every } of jobs) {
        period.set({ job: name }, every);
        failures.inc({ job: name }, 0);
        seconds.zero({ job: name });
      }
    },
  };
}
