/**
 * `npm run reconcile`: the gateway's own list against the books, as `/admin/reconciliation` shows it. It exits with 1
 * when something older than ten minutes is not the same in both.
 */
import { csvLine } from "#platform/shared/csv.ts";
import { fileLines } from "#features/payments/reconciliation-file-rules.ts";
import { reconcileBalance } from "#features/payments/server/reconciliation.ts";
import { movableClock, systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { outputTaken } from "#platform/server/exit.ts";
import { openBeside } from "./boot.ts";
import { chooseGateway } from "./choose-gateway.ts";
import { runCommand } from "./explain.ts";
import { readArguments } from "./usage.ts";

readArguments("npm run reconcile", {});
await runCommand(async () => {
  const config = readConfig(process.env);
  const opened = await openBeside(config);
  const db = opened.dbOfJobs;
  const clock = config.production ? systemClock : await movableClock(opened.db);
  const { configured: gateway } = await chooseGateway({ config, db, clock });
  const found = await reconcileBalance({ db, clock, gateway });
  for (const line of fileLines(found)) process.stdout.write(csvLine(line));
  console.error(
    `${found.compared} compared since ${found.since}: ${found.differences.length} differ, ${found.underWay} under way, ${found.unsorted.length} wait to be sorted.`,
  );
  await opened.close();
  await outputTaken();
  process.exit(found.differences.length > 0 || found.unexplained !== 0 ? 1 : 0);
});
