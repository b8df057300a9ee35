/** The process itself: its memory, its processor, how late its event loop is, and the disk of its folder. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";
import { gauge } from "./calls.ts";

/** How often the lag is measured. Node's figures contain this period. */
const RESOLUTION_MS = 20;

/** Figures of the event loop cover at least this time, however often somebody scrapes. */
const WINDOW_MS = 10_000;

const NANO = 1e9;

/** @returns a function that ends the measuring */
export function watchProcess(registry: Registry, folder: string): () => void {
  gauge(registry, "acebay_process_uptime_seconds", "Since the process began.", () => Math.round(process.uptime()));
  gauge(registry, "acebay_process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  gauge(registry, "acebay_process_heap_bytes", "Memory that JavaScript uses.", () => process.memoryUsage().heapUsed);
  new Counter({
    name: "acebay_process_cpu_seconds_total",
    help: "Time on the processor, of its own and of the system for it.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  watchDisk(registry, folder);
  return watchLoop(registry);
}

function watchLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let beganAt = performance.now();
  let found: Record<string, number> = {};
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANO - RESOLUTION_MS / 1000);
  new Gauge({
    name: "acebay_event_loop_lag_seconds",
    help: "How late the event loop was in the last ten seconds or more: half of the time, 99 %, and at most.",
    labelNames: ["of"],
    registers: [registry],
    collect() {
      const isFirst = Object.keys(found).length === 0;
      if (isFirst || performance.now() - beganAt >= WINDOW_MS) {
        found = { half: late(delay.percentile(50)), p99: late(delay.percentile(99)), most: late(delay.max) };
        delay.reset();
        beganAt = performance.now();
      }
      for (const [of, seconds] of Object.entries(found)) this.set({ of }, seconds);
    },
  });
  return () => void delay.disable();
}

function watchDisk(registry: Registry, folder: string): void {
  new Gauge({
    name: "acebay_disk_bytes",
    help: "The disk of the data folder: what is free for us, and its whole size.",
    labelNames: ["of"],
    registers: [registry],
    async collect() {
      // A folder that is not made yet will lie on its parent's disk.
      const disk = await statfs(folder).catch(() => statfs(dirname(folder)).catch(() => undefined));
      if (!disk) return;
      this.set({ of: "free" }, disk.bavail * disk.bsize);
      this.set({ of: "all" }, disk.blocks * disk.bsize);
    },
  });
}
