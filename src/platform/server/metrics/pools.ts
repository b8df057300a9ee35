/** The connections of each pool. */
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { gauge } from "./calls.ts";

/** @param pools by purpose; a pool with several purposes is counted once, under the first */
export function watchPools(
  registry: Registry,
  pools: Readonly<Record<"calls", pg.Pool> & Record<string, pg.Pool>>,
): void {
  const { calls } = pools;
  gauge(registry, "acebay_database_connections", "Connections of the calls' pool.", () => calls.totalCount);
  gauge(
    registry,
    "acebay_database_connections_waiting",
    "Who waits for a connection of the calls' pool.",
    () => calls.waitingCount,
  );
  const different = new Map<pg.Pool, string>();
  for (const [name, pool] of Object.entries(pools)) if (!different.has(pool)) different.set(pool, name);
  new Gauge({
    name: "acebay_database_pool",
    help: "Connections by pool: open ones, those that nobody uses, the most that there may be; and who waits for one.",
    labelNames: ["pool", "of"],
    registers: [registry],
    collect() {
      for (const [pool, name] of different) {
        this.set({ pool: name, of: "total" }, pool.totalCount);
        this.set({ pool: name, of: "idle" }, pool.idleCount);
        this.set({ pool: name, of: "waiting" }, pool.waitingCount);
        this.set({ pool: name, of: "most" }, pool.options.max);
      }
    },
  });
}
