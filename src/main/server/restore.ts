/**
 * `npm run restore -- FILE`: checks a backup to its last byte, puts it into a database in which nothing is, brings that
 * to this version, and audits the books. `--check` only checks the file. Accounts that were deleted since the backup are
 * deleted again: those of the list beside it, of DELETIONS_FILE, and of `--deleted IDS`, a file with their ids, one in a
 * line (`npm run admin -- deletions SINCE`). It ends with 1 if nothing was restored, if one of them could not be deleted,
 * or if the books are not clean.
 */
import { readFileSync } from "node:fs";
import { besideBackup, readLists } from "#platform/server/backup/deletions-store.ts";
import { checkBackup, load } from "#platform/server/backup/load.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { auditBooks } from "./audit-checks.ts";
import { whenAskedToEnd } from "./asked-to-end.ts";
import { eraseAgain } from "./erase-again.ts";
import { messageOf } from "./explain.ts";
import { type Empty, openForRestore } from "./fill.ts";
import { readArguments } from "./usage.ts";

const { values, positionals } = readArguments(
  "npm run restore -- FILE [--check] [--deleted IDS]",
  { check: { type: "boolean" }, deleted: { type: "string" } },
  1,
);
const [file = ""] = positionals;
/** What is restored into, from when it is begun. */
let opening: Promise<Empty> | undefined;
/** What a restore that failed has left, in words. */
let left = "";
/** Whether everything is restored: what fails after that fails to hand the database over. */
let isWhole = false;
const asked = whenAskedToEnd(async () => {
  // One that could not be opened has nothing to be taken away.
  const begun = await opening?.catch(() => undefined);
  return `Asked to end: nothing was restored. ${(await begun?.abandon()) ?? ""}`.trim();
}, "Asked to end: nothing was restored. The next restore removes what is left of it:");
try {
  await asked.unlessAsked(() => restore(file));
} catch (error) {
  const what = isWhole ? "All was restored, but no server may take it: begin anew." : "Nothing was restored.";
  console.error(`${what} ${messageOf(error)}`);
  if (left !== "") console.error(left);
  process.exitCode = 1;
}

async function restore(from: string): Promise<void> {
  const config = readConfig(process.env);
  // Read first, so that a name that is wrong restores nothing.
  const named = values.deleted === undefined ? [] : readFileSync(values.deleted, "utf8").split(/\s+/).filter(Boolean);
  const { lists, ids } = readLists(besideBackup(from), config.deletionsFile);
  const deleted = [...new Set([...named, ...ids])];
  const about = await checkBackup(from, config.backupKey);
  console.log(
    `${from} is whole: ${about.rows} rows of ${about.tables} tables, of ${about.madeAt}, by Acebay ${about.version}`,
  );
  if (values.check) return;
  opening = openForRestore(config);
  const target = await opening;
  const owner = openDatabase(target.owner, 2, undefined, false);
  let applied: string[];
  let kept: string[];
  let broken: string[];
  try {
    await load(owner.pool, from, about, config.backupKey);
    applied = await target.prepare();
    const again = await eraseAgain(owner, systemClock, deleted);
    kept = again.left;
    console.log(
      deleted.length > 0
        ? `Deleted again: ${again.erased} accounts of ${deleted.length} ids`
        : `No list of deletions names anybody (${lists.join(", ")}): accounts that were deleted since are there again.`,
    );
    broken = (await auditBooks(owner)).filter(({ violations }) => violations > 0).map(({ invariant }) => invariant);
  } catch (error) {
    await owner.close();
    left = await target.abandon();
    throw error;
  }
  asked.finish();
  isWhole = true;
  for (const line of kept) console.warn(`Not deleted: ${line}`);
  await owner.close();
  await target.close();
  console.log(
    `Restored${applied.length > 0 ? `, and brought to this version: ${applied.join(", ")}` : ""}. ${
      broken.length === 0
        ? "The books are clean."
        : `The books are not clean: see npm run audit (${broken.join("; ")}).`
    }`,
  );
  if (broken.length > 0 || kept.length > 0) process.exitCode = 1;
}
