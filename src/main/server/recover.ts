/**
 * `npm run recover -- FOLDER [MOMENT]`: makes the database that was, at a moment, in a new DATA_DIR, from what
 * `npm run base-backup -- FOLDER` keeps, and audits the books. Accounts that were deleted since (the list of
 * FOLDER, and DELETIONS_FILE) are deleted again. Without a moment: the newest that the log knows. It ends with 1 if
 * nothing was recovered, if one of them could not be deleted, or if the books do not agree.
 */
import { join } from "node:path";
import { layOut, RecoveryRefused, untilRecovered } from "#platform/server/backup/base.ts";
import { LIST, readDeletions } from "#platform/server/backup/deletions-store.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { filesOf } from "#platform/server/db/embedded.ts";
import { hasDatabase } from "#platform/server/db/embedded-folder.ts";
import { auditBooks } from "./audit-checks.ts";
import { openForBackup } from "./boot.ts";
import { eraseAgain } from "./erase-again.ts";
import { runCommand } from "./explain.ts";

const [folder, moment] = process.argv.slice(2);
const until = moment === undefined ? undefined : new Date(moment);
// A moment without a zone would be read in different zones by different people.
if (folder === undefined || (until && (Number.isNaN(until.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(moment ?? "")))) {
  console.error(
    "Usage: npm run recover -- FOLDER [MOMENT]\nA moment is like 2026-11-23T21:05:00Z or 2026-11-23T16:05:00-05:00",
  );
  process.exit(2);
}
await runCommand(async () => {
  const config = readConfig(process.env);
  try {
    if (config.databaseUrl !== undefined)
      throw new RecoveryRefused("This is for the embedded database: see docs/operations.md.");
    if (hasDatabase(config.dataDir))
      throw new RecoveryRefused(
        `${config.dataDir} has a database. Recover into another DATA_DIR, or move this one away.`,
      );
    await layOut(folder, filesOf(config.dataDir), until);
  } catch (error) {
    if (!(error instanceof RecoveryRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const opened = await openForBackup(config);
  const owner = openDatabase(opened.connection, 1, undefined, false);
  try {
    await untilRecovered(owner.pool);
    const lists = [join(folder, LIST), ...(config.deletionsFile === undefined ? [] : [config.deletionsFile])];
    const deleted = [...new Set(lists.flatMap(readDeletions))];
    const { erased, left } = await eraseAgain(owner, systemClock, deleted);
    console.log(
      deleted.length > 0
        ? `Deleted again: ${erased} accounts of ${deleted.length} ids`
        : `No list of deletions names anybody (${lists.join(", ")}): accounts that were deleted since are there again.`,
    );
    for (const line of left) console.warn(`Not deleted: ${line}`);
    const broken = (await auditBooks(owner)).filter(({ violations }) => violations > 0);
    console.log(
      broken.length === 0
        ? `${config.dataDir} is the database of ${until?.toISOString() ?? "the log's end"}, and its books agree.`
        : `${config.dataDir} is the database of ${until?.toISOString() ?? "the log's end"}, but its books do not agree: npm run audit`,
    );
    if (broken.length > 0 || left.length > 0) process.exitCode = 1;
  } finally {
    await owner.close();
    await opened.close();
  }
});
