/**
 * The list of deleted accounts that lies apart from the database: a file to which lines are added, `MOMENT ID`. A restore
 * reads it by itself, so that nobody who left comes back, also when the disk of the database is lost. An id names nobody.
 */
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";

/** Its name beside backups. */
export const LIST = "deletions";
const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** So many accounts are read at once. */
const PAGE = 10_000;

interface Deletion {
  id: string;
  at: Date;
  /** The same moment as PostgreSQL has it. */
  exact: string;
}

type Reader = Pick<pg.ClientBase, "query">;

/** A list cannot be read or written; the message says which, and why. */
export class ListUnusable extends Error {}

function unusable(file: string, deed: "read" | "written", cause: unknown): ListUnusable {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ListUnusable(`The list of deletions ${file} cannot be ${deed}: ${why}`, { cause });
}

/** The list beside a backup, or of a folder of copies. */
export function besideBackup(file: string): string {
  return join(dirname(file), LIST);
}

/** The ids of a list; none if there is no such file. A line that was cut off is skipped. @throws ListUnusable */
export function readDeletions(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").flatMap(idOf);
  } catch (error) {
    if (isMissing(error)) return [];
    throw unusable(file, "read", error);
  }
}

/**
 * The ids of the lists that a restore reads.
 * @param beside the list beside the backup, which a backup of long ago does not have
 * @param configured the list of DELETIONS_FILE
 * @throws ListUnusable also if the configured one is not there: taken for empty, everybody who left would come back
 */
export function readLists(beside: string, configured: string | undefined): { lists: string[]; ids: string[] } {
  if (configured !== undefined && !existsSync(configured))
    throw new ListUnusable(
      `The list of deletions of DELETIONS_FILE, ${configured}, is not there: mount its disk, or mend the name. If there is no such list, because no account was ever deleted, start without DELETIONS_FILE.`,
    );
  const lists = [beside, ...(configured === undefined ? [] : [configured])];
  return { lists, ids: lists.flatMap(readDeletions) };
}

/**
 * Begins a list if there is none, in a folder that is there: a disk that is not mounted must not be taken for an empty one.
 * @throws ListUnusable before work that would end with completing it
 */
export async function beginList(file: string): Promise<void> {
  try {
    await (await open(file, "a", 0o600)).close();
  } catch (error) {
    throw unusable(file, "written", error);
  }
}

/**
 * Adds the deletions that a list does not have yet. All of them are compared: moments are of clocks, which may have been
 * far ahead or behind. Two processes that do it at once may add one twice, which does no harm.
 * @param db reads the accounts
 * @returns how many were added
 * @throws if the file cannot be written
 */
export async function addDeletions(db: Reader, file: string): Promise<number> {
  const { known, isCut } = await knownIn(file);
  const missing: Deletion[] = [];
  for (let page = await pageAfter(db); ; page = await pageAfter(db, page.at(-1))) {
    missing.push(...page.filter(({ id }) => !known.has(id)));
    if (page.length < PAGE) break;
  }
  if (missing.length === 0) return 0;
  const list = await open(file, "a", 0o600);
  try {
    await list.appendFile((isCut ? "\n" : "") + missing.map(({ id, at }) => `${at.toISOString()} ${id}\n`).join(""));
    await list.sync();
  } finally {
    await list.close();
  }
  return missing.length;
}

/** The next deletions, in the order of their moments. */
async function pageAfter(db: Reader, last?: Deletion): Promise<Deletion[]> {
  const { rows } = await db.query<Deletion>(
    `SELECT id, deleted_at AS at, deleted_at::text AS exact FROM users
     WHERE deleted_at IS NOT NULL AND ($1::timestamptz IS NULL OR deleted_at >= $1 AND (deleted_at, id) > ($1, $2::uuid))
     ORDER BY deleted_at, id LIMIT ${PAGE}`,
    [last?.exact ?? null, last?.id ?? null],
  );
  return rows;
}

/** A job that completes a list again and again. It compares only when an account was deleted or the file changed. */
export function keepingList(db: Reader, file: string): () => Promise<void> {
  let compared = "";
  return async () => {
    // No deletion is ever undone: as many as before are the same ones.
    const { rows } = await db.query<{ n: string }>("SELECT count(*) AS n FROM users WHERE deleted_at IS NOT NULL");
    const state = async () => `${rows[0]?.n} accounts, ${await sizeOf(file)} bytes`;
    if ((await state()) === compared) return;
    // There before anybody has left: a restore takes a list that is not there for a disk that is not mounted.
    await beginList(file);
    await addDeletions(db, file);
    compared = await state();
  };
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The ids of a list, read in pieces while calls are answered, and whether its last line was cut off. */
async function knownIn(file: string): Promise<{ known: Set<string>; isCut: boolean }> {
  const known = new Set<string>();
  let rest = "";
  try {
    for await (const piece of createReadStream(file, "utf8")) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const id of lines.flatMap(idOf)) known.add(id);
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  for (const id of idOf(rest)) known.add(id);
  return { known, isCut: rest !== "" };
}

function idOf(line: string): string[] {
  const id = LINE.exec(line)?.[1];
  return id === undefined ? [] : [id];
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
