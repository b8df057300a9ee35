/** Tells a player's own claims from those of a group's friends, which a buyer also sees. */
import type { Claim } from "#features/play/contract.ts";
import type { Caller } from "#platform/web/caller.tsx";

export function isOwn(claim: Pick<Claim, "userId">, caller: Pick<Caller, "id">): boolean {
  return claim.userId === caller.id;
}
