/**
 * One owner for a data folder. The lock is SQLite's on a small file: the operating system holds it, so it is atomic,
 * needs no library, and ends with its process in every case. Node has no flock.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../private-folder.ts";

export class FolderOwnedError extends Error {}

/**
 * Takes the folder until `release` is called or the process ends.
 * @throws FolderOwnedError naming the process that owns it
 */
export function takeFolder(dataDir: string): { release(): void } {
  keepPrivate(dataDir);
  const nameFile = join(dataDir, "owner.pid");
  const lock = new DatabaseSync(join(dataDir, "owner.lock"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new FolderOwnedError(
      `Another Acebay (process ${readOwner(nameFile)}) is using ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  writeFileSync(nameFile, `${process.pid}\n`);
  // After the lock's files are made, so that they are private, too.
  keepPrivate(dataDir);
  return { release: () => lock.close() };
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "unknown";
  }
}
