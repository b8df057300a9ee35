/** A backup of the configured database, beside its server or without one. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import pg from "pg";
import { noteBackup } from "#platform/server/backup/drill-store.ts";
import { addDeletions, beginList, besideBackup } from "#platform/server/backup/deletions-store.ts";
import { dump, type Size } from "#platform/server/backup/dump.ts";
import type { Config } from "#platform/server/config.ts";
import { installation } from "#platform/server/installation.ts";
import { openForBackup } from "./boot.ts";

/** What is missing after a backup was made, as sentences. */
export interface Missing {
  /** The list of deletions beside it was not completed. */
  notListed?: string;
  /** The audit trail has no line of it. */
  notNoted?: string;
}

/**
 * @param noted whether the audit trail and the list of deletions beside the backup get their lines
 * @returns the backup's size, and what is missing
 * @throws if no backup was made
 */
export async function makeBackup(config: Config, to: string, noted: boolean): Promise<Size & Missing> {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("package.json", installation), "utf8"));
  const list = besideBackup(to);
  if (noted) await beginList(list);
  const opened = await openForBackup(config);
  const client = new pg.Client(opened.connection);
  // When the server goes away the next statement says so.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const size = await dump(client, to, { version, madeAt: new Date().toISOString() }, config.backupKey);
    return noted ? { ...size, ...(await completeBackup(client, to, list)) } : size;
  } finally {
    await client.end();
    await opened.close();
  }
}

/** Completes the list of deletions beside a backup, and notes the backup in the audit trail. Neither undoes it. */
export async function completeBackup(client: pg.Client, made: string, list: string): Promise<Missing> {
  const why = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const missing: Missing = {};
  try {
    // A restore of an older backup of this folder finds here the accounts that were deleted since.
    await addDeletions(client, list);
  } catch (error) {
    missing.notListed = `The list of deletions ${list} was not completed: ${why(error)}. A restore would bring back who left since its last line: mend the file or its disk, and make another backup, which completes it.`;
  }
  try {
    await noteBackup(client, "backup.made", { file: basename(made) });
  } catch (error) {
    // A database that takes no writes can be backed up; only the line in the trail is missing.
    missing.notNoted = `The audit trail has no line of it: ${why(error)}`;
  }
  return missing;
}

/** Tells the operator what is missing, by sentences and the exit code: a backup without its list is not all that it should be. */
export function tellMissing({ notListed, notNoted }: Missing): void {
  if (notNoted !== undefined) console.log(notNoted);
  if (notListed === undefined) return;
  console.error(notListed);
  process.exitCode = NOT_LISTED;
}

/** The exit code of a backup that is whole while the list beside it is not. With 1 none was made. */
const NOT_LISTED = 3;
