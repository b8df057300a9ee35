/** The content of `/metrics`: figures of this process, and figures of all processes from the database. */
import type { FastifyInstance } from "fastify";
import { Counter, Registry } from "prom-client";
import type { Database } from "#platform/server/db/database.ts";
import type { Drain } from "#platform/server/http/drain.ts";
import { gauge, watchCalls } from "#platform/server/metrics/calls.ts";
import { figure, keptReading, prometheusText } from "#platform/server/metrics/figures.ts";
import { watchJobs } from "#platform/server/metrics/job-watch.ts";
import { watchPools } from "#platform/server/metrics/pools.ts";
import { watchProcess } from "#platform/server/metrics/process.ts";
import type { ScanLog } from "#platform/server/scanner.ts";
import type { SecurityLog } from "#platform/server/security-log.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { readFigures } from "./metrics-figures.ts";

/** The database is read at most once in this time, however often somebody scrapes. */
export const FIGURES_KEPT_MS = 10_000;

/** Shorter than a scraper waits, so that it gets the rest while the database is silent. */
const PATIENCE_MS = 3_000;

export interface MetricsDeps {
  http: FastifyInstance;
  clock: Clock;
  /** The folder whose disk is watched. */
  folder: string;
  pools: { calls: Database; jobs: Database; reports: Database; replica: Database };
  security: SecurityLog;
  scans: ScanLog;
  drain: Drain;
  linesLost: () => number;
  keptMs: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Measures the routes that are bound afterwards. One for each app: several may live in one process. */
export function createMetrics({ http, clock, folder, pools, security, scans, drain, linesLost, keptMs }: MetricsDeps) {
  const registry = new Registry();
  const { noteKept } = watchCalls(http, registry);
  const stop = watchProcess(registry, folder);
  const { calls, jobs, reports, replica } = pools;
  watchPools(registry, { calls: calls.pool, jobs: jobs.pool, reports: reports.pool, replica: replica.pool });
  gauge(registry, "acebay_draining", "Whether the process is about to end.", () => (drain.isDraining ? 1 : 0));
  new Counter({
    name: "acebay_log_lines_lost_total",
    help: "Lines of this process's log that nobody could take: a full disk, or a reader that stands still.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(linesLost());
    },
  });
  new Counter({
    name: "acebay_security_events_total",
    help: "Sign-ins, wrong codes, locks, and answers of 403 and 429.",
    labelNames: ["event"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, seen] of security.counts()) this.inc({ event }, seen);
    },
  });
  new Counter({
    name: "acebay_scans_total",
    help: "Pictures that the scanner for malware was asked about, by what it said; away: no clear answer.",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, seen] of scans.counts()) this.inc({ result }, seen);
    },
  });
  // By the jobs' connections: a scrape takes none from a call.
  const read = keptReading(async () => prometheusText(await readFigures(jobs, clock.now())), keptMs, PATIENCE_MS);
  return {
    ...watchJobs(registry),
    noteKept,
    /** In the text that Prometheus reads. Without an answer of the database, its part is left out. */
    text: async (): Promise<string> => {
      const found = await read();
      const up = figure("acebay_database_up", "Whether the database answered.", found === undefined ? 0 : 1);
      return [await registry.metrics(), await prometheusText([up]), found ?? ""].join("\n");
    },
    contentType: registry.contentType,
    close: stop,
  };
}
