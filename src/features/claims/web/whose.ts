/** Whose claim it is. A buyer sees the claims of a group's friends, too. */
import type { Claim } from "#features/play/contract.ts";
import type { Caller } from "#platform/web/caller.tsx";

export function isOwn(claim: Pick<Claim, "userId">, caller: Pick<Caller, "id">): boolean {
  return claim.userId === caller.id;
}
