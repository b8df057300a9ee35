/**
 * `npm run backup -- FILE or FOLDER`: writes everything that the database holds at one moment into a new file, beside a
 * running server or without one. In a folder the file is named by the moment. BACKUP_KEY encrypts it. It ends with 1 if no
 * backup was made, and with 3 if one was made and the list of deletions beside it was not completed.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "#platform/server/config.ts";
import { messageOf } from "./explain.ts";
import { makeBackup, tellMissing } from "./make-backup.ts";
import { readArguments } from "./usage.ts";

const [given = ""] = readArguments("npm run backup -- FILE or FOLDER", {}, 1).positionals;
const folder = given.endsWith("/") ? given : dirname(given);
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}: make it first, or mount its disk, for its owner alone (mkdir -m 700).`);
  process.exit(1);
}
const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
/** `acebay-20261122T083000Z` */
const file = isFolder ? join(given, `acebay-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}`) : given;
if (existsSync(file)) {
  console.error(`${file} is there already: name another file, or move this one away.`);
  process.exit(1);
}
try {
  await backUp(file);
} catch (error) {
  console.error(`No backup was made: ${messageOf(error)}`);
  process.exitCode = 1;
}

async function backUp(to: string): Promise<void> {
  const config = readConfig(process.env);
  const { tables, rows, ...missing } = await makeBackup(config, to, true);
  const megabytes = (statSync(to).size / 1e6).toFixed(1);
  const kept = config.backupKey === undefined ? "not encrypted: BACKUP_KEY is not set" : "encrypted";
  console.log(`${to}: ${rows} rows of ${tables} tables, ${megabytes} MB, ${kept}`);
  tellMissing(missing);
}
