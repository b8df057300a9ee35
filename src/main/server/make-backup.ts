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
 * @param told whether the audit trail and the list of deletions beside it hear of it
 * @returns its size, and why the audit trail could not be told
 */
export async function makeBackup(config: Config, to: string, told: boolean): Promise<Size & { untold?: string }> {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("package.json", installation), "utf8"));
  const opened = await openForBackup(config);
  const client = new pg.Client(opened.connection);
  try {
    await client.connect();
    const size = await dump(client, to, { version, madeAt: new Date().toISOString() }, config.backupKey);
    // Whoever restores an older backup of this folder finds who was deleted since.
    if (told) await addDeletions(client, besideBackup(to));
    try {
      if (told) await noteBackup(client, "backup.made", { file: basename(to) });
      return size;
    } catch (error) {
      // A copy of a database that takes no writes is a backup, too.
      return { ...size, untold: error instanceof Error ? error.message : String(error) };
    }
  } finally {
    await client.end();
    await opened.close();
  }
}
