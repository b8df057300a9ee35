/** The sweeper completes the sessions whose clock has run out, and tells their screens. */
import type { ShotDeps } from "./shots.ts";
import { completeRunOut } from "./store.ts";

/** Runs every second. Reads show the same before and after it (rules, section 6). */
export async function sweep({ db, clock, announce }: Pick<ShotDeps, "db" | "clock" | "announce">): Promise<void> {
  for (const row of await completeRunOut(db, clock.now())) announce(db, row);
}
