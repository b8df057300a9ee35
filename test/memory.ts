/** Where tests make their temporary folders: the files there are not needed after the tests. */
import { accessSync, constants, statfsSync } from "node:fs";

/** Linux's folder in memory. */
const FOLDER = "/dev/shm";
/** A run of all tests or journeys takes up to a gigabyte. In a container the folder is often smaller. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Lets this process and those that it starts make their temporary folders in memory, where the system has such a folder
 * with enough room: most tests copy a database, and a copy on a disk takes four times as much processor time.
 */
export function keepTemporaryFilesInMemory(): void {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    if (bavail * bsize >= ROOM_BYTES) process.env["TMPDIR"] = FOLDER;
  } catch {
    // The system has no such folder, so the folders are on the disk.
  }
}
