/** Whose claim it is. A buyer sees the claims of a group's friends, too. */
import type { Claim } from "#features/play/contract.ts";
import type { Caller } from "#platform/web/caller.tsx";

/** Whether a claim is the golfer's own: the server gives the whole name of nobody else who has an account. */
export function isOwn(claim: Pick<Claim, "playerName">, caller: Pick<Caller, "name">): boolean {
  return claim.playerName === caller.name;
}
