/** Runs before all journeys: makes the data folder of a first start, which every server of a journey copies. */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FIRST_DATA, startServer } from "./server.ts";

// Playwright calls what a file exports by default.
// oxlint-disable-next-line import/no-default-export
export default async function firstStart(): Promise<() => void> {
  const first = await startServer("first-start");
  await first.halt();
  // The folders are deleted after the run, so the data need not be safe on the disk.
  const settings = join(first.dataDir, "postgres", "postgresql.auto.conf");
  appendFileSync(settings, "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n");
  process.env[FIRST_DATA] = first.dataDir;
  return () => rmSync(first.dataDir, { recursive: true, force: true });
}
