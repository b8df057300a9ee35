/** Many claims at once, for the journeys of those who decide them. */
import type { Page } from "@playwright/test";
import { playing, registered, claimPrize } from "./people.ts";
import { claimCopies } from "#test/many.ts";
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
  await inDatabase(server, claimCopies(await claimed(page, name), of - 1, copies));
}
