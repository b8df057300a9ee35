/**
 * The server, with what a fault needs inside its process: a clock that jumps, an event loop that stands still, and a
 * gateway in trouble. The driver's messages cause them.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { settleTaxes } from "#features/courses/server/tax.ts";
import { buildApp } from "#main/server/app.ts";
import { openConfigured } from "#main/server/boot.ts";
import { seedDemo } from "#main/server/seed.ts";
import { movableClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { gatewayInTrouble, LIES, type Trouble } from "./gateway.ts";
import { serveUntilAsked } from "./serve.ts";

export interface Message {
  /** How far the machine's clock is ahead of the true one, in milliseconds. */
  ahead?: number;
  /** Keeps the event loop busy for so long. */
  stallMs?: number;
  gateway?: Trouble;
}

const dataDir = process.env["DATA_DIR"] ?? "";

const TrueDate = Date;
let ahead = Number(process.env["FAULTS_AHEAD_MS"] ?? 0);
globalThis.Date = new Proxy(TrueDate, {
  construct: (of, given) => Reflect.construct(of, given.length === 0 ? [TrueDate.now() + ahead] : given),
  get: (of, name) => (name === "now" ? () => TrueDate.now() + ahead : Reflect.get(of, name)),
});

const gateway = gatewayInTrouble(
  (attemptId) => appendFileSync(join(dataDir, LIES), `${attemptId}\n`),
  () => clock.now(),
);

process.on("message", ({ ahead: to, stallMs, gateway: trouble }: Message) => {
  if (to !== undefined) ahead = to;
  if (trouble !== undefined) gateway.is(trouble);
  if (stallMs !== undefined) for (const end = performance.now() + stallMs; performance.now() < end;);
});

const config = readConfig(process.env);
const opened = await openConfigured(config);
const clock = await movableClock(opened.db);
await seedDemo(opened.db, clock.now());
await settleTaxes({ db: opened.db, clock }, config.tax);
const app = await buildApp({ ...opened, config, clock, gateway: gateway.wrap });
await serveUntilAsked(app, opened, config);
