/**
 * A copy of the embedded database's own files beside the running server, and its log of changes (WAL) after it: together
 * they give the database of any moment since. The embedded PostgreSQL brings no `pg_basebackup`, so this is its low-level
 * way (https://www.postgresql.org/docs/18/continuous-archiving.html).
 */
import { existsSync } from "node:fs";
import { appendFile, copyFile, cp, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import type { RecoveryEnded } from "../db/embedded.ts";
import { giveFolderToDatabase, giveToDatabase, isOfDatabase } from "../db/embedded-user.ts";
import { isTooSlow } from "../db/errors.ts";
import { LIST } from "./deletions-store.ts";

/** The folder of the log, beside the copies. */
const LOG = "wal";
/** What is lost with the disk at most, when nothing fills a file of the log earlier. */
const ARCHIVE_SECONDS = 60;
/** A command that fails is repeated for good: the wait for it ends. */
const ARCHIVED_MS = 120_000;

/** Folders whose files PostgreSQL makes anew, and files of the running process. */
const EMPTY = new Set(
  "pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans".split(" "),
);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|recovery\.signal|backup_label)$/;

/** What the command makes in its folder. */
const MADE = /^base-.*Z(\.making)?$/;

/** Why no copy was made, or none was recovered, as the operator reads it. */
export class RecoveryRefused extends Error {}

function folderOf(given: string): string {
  const folder = resolve(given);
  // PostgreSQL hands the name to a shell.
  if (!/^[\w./-]+$/.test(folder))
    throw new RecoveryRefused(`${folder}: name a folder by letters, digits, dots, dashes and slashes alone`);
  return folder;
}

function archiveCommand(folder: string): string {
  const file = join(folder, LOG, "%f");
  // A file of this name must be the same one; an incomplete file has another name.
  return `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && mv ${file}.part ${file}; fi`;
}

/**
 * Makes the folder of the log. The database writes there by itself, so its user gets this folder, those on the way that
 * are new, and the given one when nothing else is in it. Nothing that somebody else has made changes its owner.
 * @throws RecoveryRefused if the given folder has something else
 */
async function makeLogFolder(folder: string): Promise<void> {
  const log = join(folder, LOG);
  if (existsSync(folder) && !isOfDatabase(folder)) {
    const other = (await readdir(folder)).find((name) => name !== LOG && name !== LIST && !MADE.test(name));
    if (other !== undefined)
      throw new RecoveryRefused(
        `${folder} has ${other}, which is not of this command. The database's user would have to own the folder: name a new one, such as ${join(folder, "acebay")}`,
      );
    giveFolderToDatabase(folder);
  }
  const made = await mkdir(log, { recursive: true, mode: 0o700 });
  if (made === undefined) giveFolderToDatabase(log);
  else giveToDatabase(made);
}

/**
 * Lets the database keep its log in `folder` from its next start on.
 * @returns whether it does so already
 * @throws RecoveryRefused if the folder has something else
 */
export async function keepLog(owner: pg.Client, given: string): Promise<boolean> {
  const folder = folderOf(given);
  await makeLogFolder(folder);
  const { rows } = await owner.query<{ on: boolean; command: string }>(
    `SELECT current_setting('archive_mode') = 'on' AS "on", current_setting('archive_command') AS command`,
  );
  if (rows[0]?.on && rows[0].command === archiveCommand(folder)) return true;
  const settings = {
    archive_mode: "on",
    archive_command: archiveCommand(folder),
    archive_timeout: `${ARCHIVE_SECONDS}s`,
  };
  for (const [name, value] of Object.entries(settings)) await owner.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await owner.query("SELECT pg_reload_conf()");
  return rows[0]?.on === true;
}

/**
 * Copies the files of a running database into a new folder of `given`. @param data PostgreSQL's own folder
 * @returns the copy's path
 */
export async function copyBase(owner: pg.Client, data: string, given: string): Promise<string> {
  const name = `base-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  const [making, made] = [join(folderOf(given), `${name}.making`), join(folderOf(given), name)];
  await mkdir(making, { recursive: true, mode: 0o700 });
  try {
    await owner.query("SELECT pg_backup_start('acebay', fast => true)");
    await copyFolder(data, making);
    await owner.query(`SET statement_timeout = ${ARCHIVED_MS}`);
    const { rows } = await owner.query<{ labelfile: string; spcmapfile: string }>("SELECT * FROM pg_backup_stop()");
    await writeSafely(join(making, "backup_label"), rows[0]?.labelfile ?? "");
    await rename(making, made);
    return made;
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (isTooSlow(error))
      throw new RecoveryRefused(`The log did not come to ${given}: postgres.log in DATA_DIR says why`, {
        cause: error,
      });
    throw error;
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      if (!EMPTY.has(entry.name)) await copyFolder(source, target);
    } else if (entry.isFile()) await copySafely(source, target);
  }
}

/** A table that is dropped meanwhile takes its file away, and the log knows it. */
async function copySafely(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  const copy = await open(to, "r+");
  await copy.sync();
  await copy.close();
}

async function writeSafely(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

const momentOf = (name: string) => Date.parse(name.replace(/^base-(.*T\d+)-(\d+)-(\d+)-(\d+Z)$/, "$1:$2:$3.$4"));

/**
 * The copies of a folder that were begun before a moment, the newest first. PostgreSQL says whether one was whole then.
 * @throws RecoveryRefused if there is none
 */
export async function copiesBefore(given: string, until?: Date): Promise<string[]> {
  const folder = folderOf(given);
  const names = (await readdir(folder)).filter((name) => /^base-.*Z$/.test(name));
  const before = names.filter((name) => !until || momentOf(name) < until.getTime());
  if (before.length === 0)
    throw new RecoveryRefused(`${folder} has no copy from before ${until?.toISOString() ?? "now"}`);
  return before.toSorted().toReversed();
}

/**
 * Makes the files from which PostgreSQL recovers at its next start.
 * @param copy the name of one of the folder's copies
 * @param data PostgreSQL's own folder, which must not be there yet
 * @param until the moment to which; without it, to the log's end
 */
export async function layOut(given: string, copy: string, data: string, until?: Date): Promise<void> {
  const folder = folderOf(given);
  await mkdir(data, { mode: 0o700 });
  await cp(join(folder, copy), data, { recursive: true });
  // Replaces the settings that kept the log, because the old database's log must not change.
  const settings = [
    `restore_command = 'cp ${join(folder, LOG, "%f")} %p'`,
    ...(until ? [`recovery_target_time = '${targetOf(until)}'`] : []),
    "recovery_target_action = 'promote'",
  ];
  await writeFile(join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  await appendFile(join(data, "recovery.signal"), "");
}

/** A moment as this setting takes it: "Z" is not known yet when it is read. */
export const targetOf = (moment: Date): string => moment.toISOString().replace("T", " ").replace("Z", "+00");

/** Whether a copy was still being made at its moment, by PostgreSQL's log: an older one may do. */
export function isTooEarly({ log }: RecoveryEnded): boolean {
  return log.includes("requested recovery stop point is before consistent recovery point");
}

/** Why PostgreSQL did not come to a moment from a copy, and what to do. */
export function whyNotRecovered(ended: RecoveryEnded, given: string, copy: string, until?: Date): RecoveryRefused {
  const sentence = () => {
    if (isTooEarly(ended))
      return `${given} has no copy that was whole at ${until?.toISOString()}: ${copy} was still being made. Name a later moment.`;
    if (!ended.log.includes("recovery ended before configured recovery target was reached")) return ended.message;
    // In the C locale, which the embedded database has. Zones with half hours have minutes.
    const last = /last completed transaction was at log time (\S+) ([\d:.]+)([+-]\d\d)(:\d\d)?/.exec(ended.log);
    const reach = last
      ? `reaches only to ${new Date(`${last[1]}T${last[2]}${last[3]}${last[4] ?? ":00"}`).toISOString()}`
      : `knows no commit after ${copy}`;
    return `The log in ${given} ${reach}: nothing was recovered. Name an earlier moment, or none for the newest. If the server still runs, stop it first: it keeps the rest of its log then.`;
  };
  return new RecoveryRefused(sentence(), { cause: ended });
}

/** Forgets the settings of the way to a moment. */
export async function forgetTheWay(owner: pg.Pool): Promise<void> {
  await owner.query("ALTER SYSTEM RESET ALL");
}
