/** The embedded database as files, while nobody uses it. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

const files = (dataDir: string) => join(dataDir, "postgres");

/** Whether a data folder has a database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(files(dataDir));
}

/** Removes a folder's database, after a restore that failed. */
export function removeDatabase(dataDir: string): void {
  rmSync(files(dataDir), { recursive: true, force: true });
}
