/**
 * The server with production's configuration, and what a cause needs inside its process: a clock that runs ahead, an
 * event loop that stands still again and again, a log that nobody takes, and a gateway in trouble. Payments go to the sandbox in place of Stripe.
 */
import { buildApp } from "#main/server/app.ts";
import { openConfigured } from "#main/server/boot.ts";
import { seedDemo } from "#main/server/seed.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { createLogOut, takeStandard } from "#platform/server/log-out.ts";
import { gatewayInTrouble, type Trouble } from "../faults/gateway.ts";
import { serveUntilAsked } from "../faults/serve.ts";

export interface Message {
  /** How far the product's clock is ahead of the machine's, in seconds. Every job then runs once. */
  ahead?: number;
  /** The event loop stands still for so many milliseconds, twice a second; 0 ends it. */
  stallMs?: number;
  /** Whether the disk of the log is full. */
  isLogFull?: boolean;
  gateway?: Trouble;
}

const STALL_EVERY_MS = 500;

const config = { ...readConfig(process.env), stripe: undefined };
const opened = await openConfigured(config);
let aheadMs = 0;
const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
await seedDemo(opened.db, clock.now());
const gateway = gatewayInTrouble();
let isFull = false;
const log = createLogOut((bytes) => {
  if (isFull) throw new Error("ENOSPC");
  return takeStandard(bytes);
});
const app = await buildApp({ ...opened, config, clock, gateway: gateway.wrap, logTo: log });

let stalls: NodeJS.Timeout | undefined;
process.on("message", ({ ahead, stallMs, isLogFull, gateway: trouble }: Message) => {
  if (trouble !== undefined) gateway.is(trouble);
  if (isLogFull !== undefined) isFull = isLogFull;
  if (stallMs !== undefined) {
    clearInterval(stalls);
    const stand = () => {
      for (const end = performance.now() + stallMs; performance.now() < end;);
    };
    stalls = stallMs > 0 ? setInterval(stand, STALL_EVERY_MS) : undefined;
  }
  if (ahead !== undefined) {
    aheadMs = ahead * 1000;
    void app.jobs.runAll();
  }
});

await serveUntilAsked(app, opened, config);
