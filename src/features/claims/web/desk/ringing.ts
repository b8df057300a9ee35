/** Decides which claims ring at the bays, and which sighting of a claim counts. Pure. */
import type { BayClaim, Sighting } from "#features/claims/evidence-contract.ts";

/** After an hour nobody at the bay can still say where the ball went, so the claim moves to the drawer. */
const FRESH_MS = 60 * 60 * 1000;

export interface ClaimsByRing {
  /** New claims without a sighting. */
  ringing: BayClaim[];
  /** Claims with a sighting, and old ones. */
  others: BayClaim[];
}

/** The claims, newest first in both lists. @param serverNow the moment (ISO) of the server's answer */
export function claimsByRing(claims: readonly BayClaim[], serverNow: string): ClaimsByRing {
  const newest = claims.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  const rings = (claim: BayClaim) => claim.sightings.length === 0 && isFresh(claim, serverNow);
  return { ringing: newest.filter(rings), others: newest.filter((claim) => !rings(claim)) };
}

/** Whether a claim still belongs on its bay's tile. */
export function isFresh({ createdAt }: BayClaim, serverNow: string): boolean {
  return Date.parse(serverNow) - Date.parse(createdAt) < FRESH_MS;
}

/** Records add up, and the latest one counts. @param sightings earliest first, as the server lists them */
export function latestSighting(sightings: readonly Sighting[]): Sighting | undefined {
  return sightings.at(-1);
}
