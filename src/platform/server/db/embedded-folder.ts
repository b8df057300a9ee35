/** The embedded database as files, while nobody uses it. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether a data folder has a database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, "postgres"));
}
