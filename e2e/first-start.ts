/** Before all journeys: the data folder of a first start, which every server of theirs begins with a copy of. */
import { rmSync } from "node:fs";
import { FIRST_DATA, startServer } from "./server.ts";

// Playwright calls what a file exports by default.
// oxlint-disable-next-line import/no-default-export
export default async function firstStart(): Promise<() => void> {
  const first = await startServer("first-start");
  await first.halt();
  process.env[FIRST_DATA] = first.dataDir;
  return () => rmSync(first.dataDir, { recursive: true, force: true });
}
