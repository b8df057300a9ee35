/**
 * `npm run audit`: prints each check with its count of violations and names them; exits non-zero on any. Warnings are
 * none. `--since N`: only what moved in the last N days, without the eleven invariants, which are of the whole.
 */
import { createRollups } from "#features/dashboard/server/rollups.ts";
import { movableClock, systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { outputTaken } from "#platform/server/exit.ts";
import { auditBooks } from "./audit-checks.ts";
import { readStripeSide } from "./audit-stripe.ts";
import { openBeside } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { readArguments } from "./usage.ts";

const { values } = readArguments("npm run audit [-- --since DAYS]", { since: { type: "string" } });
const days = values.since === undefined ? undefined : Number(values.since);
if (days !== undefined && !(days > 0)) {
  console.error("--since takes a number of days above 0, as in: npm run audit -- --since 7");
  process.exit(2);
}
await runCommand(async () => {
  const config = readConfig(process.env);
  const opened = await openBeside(config);
  const clock = config.production ? systemClock : await movableClock(opened.db);
  const now = clock.now();
  const stripe = config.stripe && (await readStripeSide(config.stripe.secretKey, now));
  // The figures' check leaves out what is not folded yet, which is a minute's while nobody looks.
  if (days === undefined) await createRollups({ db: opened.dbOfJobs, clock, timeZone: config.operatorTimeZone }).fold();
  const findings = await auditBooks(opened.dbOfJobs, { stripe, now, days });
  for (const { number, invariant, violations, note, notes = [], faults = [], warnings = [] } of findings) {
    console.log(
      `${String(number).padStart(2)}  ${violations === 0 ? "ok" : "BROKEN"}  ${violations} violations: ${invariant}${note ? ` (${note})` : ""}`,
    );
    for (const fault of faults) console.log(`      ${fault}`);
    for (const named of notes) console.log(`      note: ${named}`);
    for (const warning of warnings) console.log(`      warning: ${warning}`);
  }
  await opened.close();
  await outputTaken();
  process.exit(findings.some(({ violations }) => violations > 0) ? 1 : 0);
});
