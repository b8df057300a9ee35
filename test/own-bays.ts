/** A range whose bays are shared by nobody. */
import { openPot } from "#features/ledger/server/store.ts";
import type { TestApp } from "./app.ts";

/** Opens course 5 with nine exclusive bays, in UTC, with an empty pot. */
export async function openOwnBays(app: TestApp): Promise<void> {
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, exclusive_bays, base_jackpot_cents)
     VALUES (5, 'Own Bays', '-', 0, 0, 'UTC', 9, true, 0)`,
  );
  await openPot(app.db, 5, 0, app.clock.now());
}
