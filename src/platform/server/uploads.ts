/** Pictures that people send, as rows of the database, so that every process finds them and backups include them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, pgTable, primaryKey, text } from "#platform/server/db/drizzle.ts";
import { bytes } from "./db/columns.ts";
import type { Db } from "./db/database.ts";

const folders = ["logos", "sightings"] as const;
export type Folder = (typeof folders)[number];

const uploads = pgTable(
  "uploads",
  {
    folder: text("folder").$type<Folder>().notNull(),
    name: text("name").notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.folder, table.name] })],
);

/** A complete file of an earlier release; unfinished ones had a name that begins with a dot. */
const OURS = /^[\w-]+\.webp$/;

/** Stores a picture, which never changes. An existing one of that name stays: names are hashes of the content or used once. */
export async function keepUpload(db: Db, folder: Folder, name: string, picture: Buffer): Promise<void> {
  await db.sql.insert(uploads).values({ folder, name, bytes: picture }).onConflictDoNothing();
}

/** @returns undefined if there is no such picture */
export async function readUpload(db: Db, folder: Folder, name: string): Promise<Buffer | undefined> {
  const [row] = await db.sql
    .select({ bytes: uploads.bytes })
    .from(uploads)
    .where(and(eq(uploads.folder, folder), eq(uploads.name, name)));
  return row?.bytes;
}

/**
 * Takes over the pictures that an earlier release kept below the data folder, one at a time, so that the next start can
 * go on after an interruption. The files stay, because an earlier release would look for them.
 * @returns how many were taken over now, and which could not be read
 */
export async function takeOverUploads(db: Db, dataDir: string): Promise<{ taken: number; unreadable: string[] }> {
  let taken = 0;
  const unreadable: string[] = [];
  for (const folder of folders) {
    const path = join(dataDir, "uploads", folder);
    for (const name of await missing(db, folder, await namesIn(path))) {
      const picture = await readFile(join(path, name)).catch(() => undefined);
      if (picture) await keepUpload(db, folder, name, picture);
      if (picture) taken++;
      else unreadable.push(join(path, name));
    }
  }
  return { taken, unreadable };
}

/** The names of our files in a folder; none if it does not exist. */
async function namesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && OURS.test(entry.name)).map(({ name }) => name);
}

async function missing(db: Db, folder: Folder, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db.sql
    .select({ name: uploads.name })
    .from(uploads)
    .where(and(eq(uploads.folder, folder), inArray(uploads.name, names)));
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
