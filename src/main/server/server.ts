/** The process: configuration, database, migrations, demo data, then the API and the pages on one port. */
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#platform/server/config.ts";
import { budgetOf, readRoom } from "#platform/server/db/budget.ts";
import { limitOutbound } from "#platform/server/outbound.ts";
import { collectAfterStart, tuneHeap } from "#platform/server/heap.ts";
import { outboundOf } from "#platform/server/outbound-list.ts";
import { movableClock, systemClock } from "#platform/server/clock.ts";
import { exitWritten } from "#platform/server/exit.ts";
import { freeDeadKeys } from "#platform/server/http/idempotency.ts";
import { takeOverUploads } from "#platform/server/uploads.ts";
import { settleTaxes } from "#features/courses/server/tax.ts";
import { type App, buildApp } from "./app.ts";
import { openConfigured } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { demoAccounts, seedDemo } from "./seed.ts";

/** The longest end of a process whose database is away, after the drain: calls and jobs, places of streams, work begun. */
const LONGEST_END_MS = 40_000;

async function serve(): Promise<void> {
  tuneHeap();
  const config = readConfig(process.env);
  limitOutbound(outboundOf(config));
  // Loaded only when traces are wanted; its packages are not a part of the installation.
  const traces =
    config.traces && (await (await import("#platform/server/tracing/telemetry.ts")).startTraces(config.traces));
  const opening = openConfigured(config);
  let app: App | undefined;
  let stopping = false;
  // Asked to stop while still starting: what has been started is stopped in order.
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // An embedded database is stopped, however long that takes. Any other stays, and may be away even while we start.
    if (config.databaseUrl !== undefined)
      setTimeout(() => void exitWritten(0), config.drainSeconds * 1000 + LONGEST_END_MS).unref();
    const opened = await opening;
    if (app) {
      app.drain.begin();
      // Until the proxy in front of us has seen that we are not ready.
      await sleep(config.drainSeconds * 1000);
      await app.close();
    }
    await opened.close();
    await traces?.close();
    await exitWritten(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
  // The script that started this process is gone, so nobody could stop the process.
  process.on("disconnect", () => void stop());
  const opened = await opening;
  opened.advice.push(...config.advice);
  if (config.production) for (const advice of opened.advice) console.warn(advice);
  try {
    // The embedded database has room for its one process.
    if (config.databaseUrl !== undefined) {
      const { line, advice } = budgetOf(await readRoom(opened.db.pool), config.databaseDirectUrl !== undefined);
      console.log(line);
      if (advice !== undefined) {
        console.warn(advice);
        opened.advice.push(advice);
      }
    }
    const uploads = await takeOverUploads(opened.db, config.dataDir);
    if (uploads.taken > 0)
      console.log(
        `${uploads.taken} pictures of ${config.dataDir}/uploads are in the database now; the folder is not read`,
      );
    for (const path of uploads.unreadable) console.warn(`${path} could not be read, so its picture is missing`);
    const clock = config.production ? systemClock : await movableClock(opened.db);
    if (!config.production) await seedDemo(opened.db, clock.now());
    await settleTaxes({ db: opened.db, clock }, config.tax);
    // An external database may have other processes on it; their keys go stale by themselves.
    if (config.databaseUrl === undefined) await freeDeadKeys(opened.db);
    app = await buildApp({ ...opened, config, clock, advice: config.production ? opened.advice : [] });
    collectAfterStart();
    const address = await app.http.listen({ host: config.host, port: config.port });
    // What fell due while no server ran does not wait for the first tick.
    void app.jobs.runAll();
    console.log(`${config.productName} is at ${address}`);
    if (!config.production) {
      console.log(`Demo accounts: ${demoAccounts.map(({ email, role }) => `${email} (${role})`).join(", ")}`);
      console.log(`Mail is ${app.mailer.destination}${config.smtpUrl ? "" : `: ${address}/dev/outbox`}`);
      console.log(config.stripe ? "Payments go to Stripe, in its test mode" : `Test cards: ${address}/dev/cards`);
    }
  } catch (error) {
    // The start failed because a stop was requested meanwhile.
    if (stopping) return;
    await app?.close();
    await opened.close();
    throw error;
  }
}

await runCommand(serve);
