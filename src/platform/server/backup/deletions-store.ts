/**
 * The list of deleted accounts that lies apart from the database: a file to which lines are added, `MOMENT ID`. A restore
 * reads it by itself, so that nobody who left comes back, also when the disk of the database is lost. An id names nobody.
 */
import { readFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";

/** Its name beside backups. */
export const LIST = "deletions";
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/gm;
/** A deletion is written with the moment at which it began, and may be seen later. */
const OVERLAP_MS = 86_400_000;

/** The list beside a backup, or of a folder of copies. */
export function besideBackup(file: string): string {
  return join(dirname(file), LIST);
}

/** The ids of a list; none if there is no such file. A line that was cut off is skipped. */
export function readDeletions(file: string): string[] {
  return entriesOf(textOf(file)).map(({ id }) => id);
}

/**
 * Adds the deletions that a list does not have yet. Two processes that do it at once may add one twice, which does no harm.
 * @param db reads the accounts
 * @returns how many were added
 * @throws if the file cannot be written
 */
export async function addDeletions(db: Pick<pg.ClientBase, "query">, file: string): Promise<number> {
  const text = textOf(file);
  const entries = entriesOf(text);
  const known = new Set(entries.map(({ id }) => id));
  const last = Math.max(OVERLAP_MS, ...entries.map(({ at }) => Date.parse(at)));
  const { rows } = await db.query<{ id: string; at: Date }>(
    "SELECT id, deleted_at AS at FROM users WHERE deleted_at >= $1 ORDER BY deleted_at, id",
    [new Date(last - OVERLAP_MS)],
  );
  const missing = rows.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return 0;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const list = await open(file, "a", 0o600);
  try {
    const begin = text === "" || text.endsWith("\n") ? "" : "\n";
    await list.appendFile(begin + missing.map(({ id, at }) => `${at.toISOString()} ${id}\n`).join(""));
    await list.sync();
  } finally {
    await list.close();
  }
  return missing.length;
}

function entriesOf(text: string): { at: string; id: string }[] {
  return [...text.matchAll(LINE)].map(([, at = "", id = ""]) => ({ at, id }));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
