/** A backup of the configured database, beside its server or without one. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import pg from "pg";
import { noteBackup } from "#platform/server/backup/drill-store.ts";
import { addDeletions, besideBackup } from "#platform/server/backup/deletions-store.ts";
import { dump, type Size } from "#platform/server/backup/dump.ts";
import type { Config } from "#platform/server/config.ts";
import { installation } from "#platform/server/installation.ts";
import { openForBackup } from "./boot.ts";

/**
 * @param noted whether the audit trail and the list of deletions beside the backup get their lines
 * @returns the backup's size, and why the audit trail got no line, if it got none
 */
export async function makeBackup(config: Config, to: string, noted: boolean): Promise<Size & { notNoted?: string }> {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("package.json", installation), "utf8"));
  const opened = await openForBackup(config);
  const client = new pg.Client(opened.connection);
  try {
    await client.connect();
    const size = await dump(client, to, { version, madeAt: new Date().toISOString() }, config.backupKey);
    // A restore of an older backup of this folder finds here the accounts that were deleted since.
    if (noted) await addDeletions(client, besideBackup(to));
    try {
      if (noted) await noteBackup(client, "backup.made", { file: basename(to) });
      return size;
    } catch (error) {
      // A database that takes no writes can be backed up; only the line in the trail is missing.
      return { ...size, notNoted: error instanceof Error ? error.message : String(error) };
    }
  } finally {
    await client.end();
    await opened.close();
  }
}
