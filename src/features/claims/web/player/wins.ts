/** Verified jackpots, and those that this device has celebrated. Only the reading and writing of the device is not pure. */
import * as z from "zod/mini";
import type { Claim } from "#features/play/contract.ts";
import { kept } from "#platform/web/storage.ts";

const celebrated = kept("local", "celebratedWins", z.array(z.string()));
/** The most claims that the device remembers; older ones have been paid by then. */
const REMEMBERED = 50;

/** Whether a claim is a verified jackpot that is still to be paid, and that nothing holds. */
export function isWin(claim: Claim): boolean {
  return claim.prizeType === "monetary" && claim.payoutStatus === "due" && claim.held === null;
}

/** The win to celebrate now: the first one that was verified and not celebrated. @param done the ids of those that were */
export function winToCelebrate<C extends Claim>(claims: readonly C[], done: readonly string[]): C | undefined {
  return claims
    .filter((claim) => isWin(claim) && !done.includes(claim.id))
    .toSorted((a, b) => (a.verifiedAt ?? "").localeCompare(b.verifiedAt ?? ""))[0];
}

/** The ids of the claims that were celebrated on this device. */
export function celebratedWins(): readonly string[] {
  return celebrated.read() ?? [];
}

export function rememberWin(claimId: string): void {
  celebrated.write([claimId, ...celebratedWins().filter((id) => id !== claimId)].slice(0, REMEMBERED));
}

/** The verdicts of the shown claims, such as the game's: when they change, the list of claims must be read again. */
export function verdictsOf(shown: readonly Pick<Claim, "id" | "verificationStatus">[]): string {
  return shown.map(({ id, verificationStatus }) => `${id} ${verificationStatus}`).join();
}
