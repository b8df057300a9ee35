/** Many claims at once, for the journeys of those who decide them. */
import type { Page } from "@playwright/test";
import { playing, registered, claimPrize } from "./people.ts";
import { inDatabase, type RunningServer } from "./server.ts";

/** A sponsored prize that was claimed. @returns the claim's id */
export async function claimed(page: Page, name: string): Promise<string> {
  await registered(page, name);
  const sessionId = await playing(page, 3, 1);
  return (await claimPrize(page, sessionId, "left")).id;
}

/** So many claims that wait: one is made by a player of this name, the others are copies, "Name 1" and so on. */
export async function claimedOften(
  server: Pick<RunningServer, "dataDir">,
  page: Page,
  name: string,
  { of, copies }: { of: number; copies: string },
): Promise<void> {
  await inDatabase(server, copiesOf(await claimed(page, name), of - 1, copies));
}

/** SQL that copies a claim, each copy with a shot of its own, a second older than the one before. */
export function copiesOf(id: string, count: number, name: string): string {
  return `WITH made AS (SELECT n, gen_random_uuid() AS shot FROM generate_series(1, ${count}) n),
    base AS (SELECT * FROM claims WHERE id = '${id}'),
    shots AS (INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at)
      SELECT shot, session_id, 'left', true, created_at, created_at FROM made, base RETURNING id)
    INSERT INTO claims (id, session_id, attempt_id, course_id, user_id, buyer_id, player_name, bay_number, target_hole, prize_type,
      prize_amount_cents, prize_description, stated_value_cents, free_shot, created_at, due_at)
    SELECT gen_random_uuid(), session_id, shots.id, course_id, user_id, buyer_id, '${name} ' || n, bay_number, target_hole, prize_type,
      prize_amount_cents, prize_description, stated_value_cents, false, created_at - n * interval '1 second', due_at
    FROM made JOIN shots ON shots.id = made.shot, base`;
}
