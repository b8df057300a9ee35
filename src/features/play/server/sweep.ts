/** The sweeper: sessions whose clock has run out are completed, and their screens told. */
import type { ShotDeps } from "./shots.ts";
import { completeRunOut } from "./store.ts";

/** Run every second; a read shows the same before and after (rules, section 6). */
export async function sweep({ db, clock, announce }: Pick<ShotDeps, "db" | "clock" | "announce">): Promise<void> {
  for (const row of await completeRunOut(db, clock.now())) announce(db, row);
}
