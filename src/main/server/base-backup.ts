/**
 * `npm run base-backup -- FOLDER`: copies the embedded database's files into a new folder of FOLDER, beside the running
 * server, and lets it keep its log there. `npm run recover` makes the database of any moment since. It ends with 3 if the
 * copy is whole and the list of deletions beside it was not completed.
 */
import { join } from "node:path";
import pg from "pg";
import { copyBase, keepLog, RecoveryRefused } from "#platform/server/backup/base.ts";
import { beginList, LIST } from "#platform/server/backup/deletions-store.ts";
import { readConfig } from "#platform/server/config.ts";
import { filesOf } from "#platform/server/db/embedded.ts";
import { openForBackup } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { completeBackup, tellMissing } from "./make-backup.ts";
import { readArguments } from "./usage.ts";

const [folder = ""] = readArguments("npm run base-backup -- FOLDER", {}, 1).positionals;
await runCommand(async () => {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    console.error("This is for the embedded database. Yours has pg_basebackup: see docs/operations.md.");
    process.exit(2);
  }
  const opened = await openForBackup(config);
  const client = new pg.Client(opened.connection);
  try {
    await client.connect();
    if (!(await keepLog(client, folder))) {
      console.log(
        `Nothing is copied yet. Restart the server once, so that it keeps its log in ${folder}; then run this again.`,
      );
      process.exitCode = 1;
      return;
    }
    const list = join(folder, LIST);
    await beginList(list);
    const copy = await copyBase(client, filesOf(config.dataDir), folder);
    console.log(`${copy} is whole.`);
    tellMissing(await completeBackup(client, copy, list));
  } catch (error) {
    if (!(error instanceof RecoveryRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await client.end();
    await opened.close();
  }
});
