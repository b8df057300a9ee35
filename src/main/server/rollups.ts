/** `npm run rollups`: computes every figure of the dashboard and the reports again, also beside a running server. */
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { readConfig } from "#platform/server/config.ts";
import { openBeside } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { readArguments } from "./usage.ts";

readArguments("npm run rollups", {});
await runCommand(async () => {
  const config = readConfig(process.env);
  const opened = await openBeside(config);
  const started = performance.now();
  const days = await rebuild(opened.dbOfJobs, config.operatorTimeZone);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Worked out ${days} figures' days in ${seconds} s; the operator's days are those of ${config.operatorTimeZone}.`,
  );
  await opened.close();
});
