/** The runs of jobs in this process: how long they took, and which failed. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Job, JobWatch } from "../jobs.ts";

const SECONDS = [0.01, 0.1, 1, 10, 60, 600];

/** @returns what the jobs call after each run, and a way to name all jobs before their first one */
export function watchJobs(registry: Registry): { watch: JobWatch; name: (jobs: readonly Job[]) => void } {
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
    help: "Runs of a job that failed in this process.",
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
    watch: ({ name }, ms, failed) => {
      seconds.observe({ job: name }, ms / 1000);
      if (failed) failures.inc({ job: name });
    },
    name: (jobs) => {
      for (const { name, every } of jobs) {
        period.set({ job: name }, every);
        failures.inc({ job: name }, 0);
        seconds.zero({ job: name });
      }
    },
  };
}
