/**
 * The server, with what a fault needs inside its process: a clock that jumps, an event loop that stands still, and a
 * gateway in trouble. The driver's messages cause them.
 */
import { settleTaxes } from "#features/courses/server/tax.ts";
import { type Gateway, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { buildApp } from "#main/server/app.ts";
import { openConfigured } from "#main/server/boot.ts";
import { seedDemo } from "#main/server/seed.ts";
import { movableClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { setTimeout as sleep } from "node:timers/promises";

export interface Message {
  /** How far the machine's clock is ahead of the true one, in milliseconds. */
  ahead?: number;
  /** Keeps the event loop busy for so long. */
  stallMs?: number;
  gateway?: "well" | "slow" | "away" | "loses answers";
}

/** Longer than a golfer waits, shorter than the product's own deadline for a gateway. */
const SLOW_MS = 6_000;

const TrueDate = Date;
let ahead = Number(process.env["FAULTS_AHEAD_MS"] ?? 0);
globalThis.Date = new Proxy(TrueDate, {
  construct: (of, given) => Reflect.construct(of, given.length === 0 ? [TrueDate.now() + ahead] : given),
  get: (of, name) => (name === "now" ? () => TrueDate.now() + ahead : Reflect.get(of, name)),
});

let trouble: Message["gateway"] = "well";

/** A call to the gateway: its answer comes late, or nothing arrives, or the work is done and its answer is lost. */
async function suffer<T>(work: () => Promise<T>): Promise<T> {
  if (trouble === "slow") await sleep(SLOW_MS);
  if (trouble === "away") throw new UnknownOutcome("the gateway is away");
  const done = await work();
  if (trouble === "loses answers") throw new UnknownOutcome("the answer was lost");
  return done;
}

function inTrouble(real: Gateway): Gateway {
  return {
    ...real,
    charge: (charge) => suffer(() => real.charge(charge)),
    readCharge: (attempt) => suffer(() => real.readCharge(attempt)),
    settle: (attempt) => suffer(() => real.settle(attempt)),
    refund: (refund) => suffer(() => real.refund(refund)),
    readEvent: async (body, headers) => {
      const event = await real.readEvent(body, headers);
      // What it tells by itself would hide that its answers are missing.
      return trouble === "well" ? event : undefined;
    },
  };
}

process.on("message", ({ ahead: to, stallMs, gateway }: Message) => {
  if (to !== undefined) ahead = to;
  if (gateway !== undefined) trouble = gateway;
  if (stallMs !== undefined) for (const end = performance.now() + stallMs; performance.now() < end;);
});

const config = readConfig(process.env);
const opened = await openConfigured(config);
const clock = await movableClock(opened.db);
await seedDemo(opened.db, clock.now());
await settleTaxes({ db: opened.db, clock }, config.tax);
const app = await buildApp({ ...opened, config, clock, gateway: inTrouble });
let ending = false;
const stop = async () => {
  if (ending) return;
  ending = true;
  app.drain.begin();
  await app.close();
  await opened.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => void stop());
await app.http.listen({ host: config.host, port: config.port });
void app.jobs.runAll();
