/** Files that people send, below the data folder. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes a file whole or not at all, also for whoever reads it meanwhile. @param name of ours: no path of anybody's */
export async function keepFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const making = join(folder, `.${randomUUID()}`);
  await writeFile(making, bytes);
  await rename(making, join(folder, name));
}

/** @returns undefined when there is no such file */
export async function readKept(folder: string, name: string): Promise<Buffer | undefined> {
  return readFile(join(folder, name)).catch(() => undefined);
}
