/**
 * `npm run recover -- FOLDER [MOMENT]`: makes the database that was, at a moment, in a new DATA_DIR, from what
 * `npm run base-backup -- FOLDER` keeps, and audits the books. Accounts that were deleted since (the list of
 * FOLDER, and DELETIONS_FILE) are deleted again. Without a moment: the newest that the log knows. It ends with 1 if
 * nothing was recovered, if one of them could not be deleted, or if the books do not agree.
 */
import { join } from "node:path";
import { forgetTheWay, RecoveryRefused } from "#platform/server/backup/base.ts";
import { LIST, readLists } from "#platform/server/backup/deletions-store.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { auditBooks } from "./audit-checks.ts";
import { whenAskedToEnd } from "./asked-to-end.ts";
import { eraseAgain } from "./erase-again.ts";
import { runCommand } from "./explain.ts";
import { type Empty, openRecovered } from "./fill.ts";
import { endWithUsage, readArguments } from "./usage.ts";

const USAGE = "npm run recover -- FOLDER [MOMENT]\nA moment is like 2026-11-23T21:05:00Z or 2026-11-23T16:05:00-05:00";
const [folder = "", moment] = readArguments(USAGE, {}, 2, 1).positionals;
const until = moment === undefined ? undefined : new Date(moment);
// A moment without a zone would be read in different zones by different people.
if (until && (Number.isNaN(until.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(moment ?? ""))) endWithUsage(USAGE);
/** What is recovered, from when it is begun. */
let opening: Promise<Empty> | undefined;
const asked = whenAskedToEnd(async () => {
  // One that could not be opened has left nothing.
  const begun = await opening?.catch(() => undefined);
  return `Asked to end: nothing was recovered. ${(await begun?.abandon()) ?? ""}`.trim();
}, "Asked to end: nothing was recovered. The next recovery removes what is left of it:");
await runCommand(() => asked.unlessAsked(() => recover(folder)));

async function recover(from: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new RecoveryRefused("This is for the embedded database: see docs/operations.md.");
  // Read first, so that a list that is not there recovers nothing.
  const { lists, ids } = readLists(join(from, LIST), config.deletionsFile);
  const deleted = [...new Set(ids)];
  opening = openRecovered(config, from, until);
  const target = await opening;
  const owner = openDatabase(target.owner, 1, undefined, false);
  let kept: string[];
  let isClean: boolean;
  try {
    await forgetTheWay(owner.pool);
    const { erased, left } = await eraseAgain(owner, systemClock, deleted);
    kept = left;
    console.log(
      deleted.length > 0
        ? `Deleted again: ${erased} accounts of ${deleted.length} ids`
        : `No list of deletions names anybody (${lists.join(", ")}): accounts that were deleted since are there again.`,
    );
    isClean = (await auditBooks(owner)).every(({ violations }) => violations === 0);
  } catch (error) {
    await owner.close();
    await target.abandon();
    throw error;
  }
  asked.finish();
  for (const line of kept) console.warn(`Not deleted: ${line}`);
  await owner.close();
  await target.close();
  const what = `${config.dataDir} is the database of ${until?.toISOString() ?? "the log's end"}`;
  console.log(isClean ? `${what}, and its books agree.` : `${what}, but its books do not agree: npm run audit`);
  if (!isClean || kept.length > 0) process.exitCode = 1;
}
