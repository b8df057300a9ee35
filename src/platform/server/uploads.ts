/** Pictures that people send: rows of the database, so that every process finds them and a backup holds them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
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

/** A file as an earlier release wrote it, whole: what it was still writing had a name that begins with a dot. */
const OURS = /^[\w-]+\.webp$/;

/** Keeps a picture for good. One of that name stays: its name says what is in it, or is used once. */
export async function keepUpload(db: Db, folder: Folder, name: string, picture: Buffer): Promise<void> {
  await db.sql.insert(uploads).values({ folder, name, bytes: picture }).onConflictDoNothing();
}

/** @returns undefined when there is none of that name */
export async function readUpload(db: Db, folder: Folder, name: string): Promise<Buffer | undefined> {
  const [row] = await db.sql
    .select({ bytes: uploads.bytes })
    .from(uploads)
    .where(and(eq(uploads.folder, folder), eq(uploads.name, name)));
  return row?.bytes;
}

/**
 * Takes over what an earlier release kept below the data folder, one picture at a time, so that a start that was cut off
 * goes on at the next one. The files stay: an earlier release would still look for them.
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

/** The files of ours in a folder; none where there is no such folder. */
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
