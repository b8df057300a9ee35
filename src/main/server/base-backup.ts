/**
 * `npm run base-backup -- FOLDER`: copies the embedded database's files into a new folder of FOLDER, beside the running
 * server, and lets it keep its log there. `npm run recover` makes the database of any moment since.
 */
import { basename, join } from "node:path";
import pg from "pg";
import { copyBase, keepLog, RecoveryRefused } from "#platform/server/backup/base.ts";
import { addDeletions, LIST } from "#platform/server/backup/deletions-store.ts";
import { noteBackup } from "#platform/server/backup/drill-store.ts";
import { readConfig } from "#platform/server/config.ts";
import { filesOf } from "#platform/server/db/embedded.ts";
import { giveToDatabase } from "#platform/server/db/embedded-user.ts";
import { openForBackup } from "./boot.ts";
import { runCommand } from "./explain.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined || folder.startsWith("-")) {
  console.error("Usage: npm run base-backup -- FOLDER");
  process.exit(2);
}
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
    if (!(await keepLog(client, folder, giveToDatabase))) {
      console.log(
        `Nothing is copied yet. Restart the server once, so that it keeps its log in ${folder}; then run this again.`,
      );
      process.exitCode = 1;
      return;
    }
    const copy = await copyBase(client, filesOf(config.dataDir), folder);
    await addDeletions(client, join(folder, LIST));
    await noteBackup(client, "backup.made", { file: basename(copy) });
    console.log(`${copy} is whole.`);
  } catch (error) {
    if (!(error instanceof RecoveryRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await client.end();
    await opened.close();
  }
});
