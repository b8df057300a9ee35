/** What payouts wait for, by the records as they are at this moment. */
import type { Db } from "#platform/server/db/database.ts";
import type { PayoutWait } from "../contract.ts";
import { taxYearOf, thresholdOf, waitsFor } from "../rules.ts";
import type { ClaimDeps } from "./deps.ts";
import * as records from "./record-store.ts";
import type { ClaimRow } from "./store.ts";

interface Subject {
  claim: ClaimRow;
  addressProved: boolean;
}

/**
 * Loads what the payouts of some claims depend on. @returns what each of them waits for, nothing unless it is due. A
 * due payout is one of the present year, whenever its claim was made.
 */
export async function readWaits(
  deps: ClaimDeps,
  db: Db,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => PayoutWait[]> {
  const due = subjects.map(({ claim }) => claim).filter(({ payoutStatus }) => payoutStatus === "due");
  if (due.length === 0) return () => [];
  const year = taxYearOf(deps.clock.now(), deps.timeZone);
  const players = due.filter(({ onGuestRow }) => !onGuestRow).map(({ userId }) => userId);
  const facts = await records.readFacts(db, players, year);
  const taxFormAboveCents = thresholdOf(year.year, await records.readThresholds(db));
  return ({ claim, addressProved }) => {
    if (claim.payoutStatus !== "due") return [];
    // A guest is nobody identified: only what was seen for this claim counts, and only its own amount.
    const known = (claim.onGuestRow ? undefined : facts.get(claim.userId)) ?? records.nothingKnown;
    return waitsFor({
      ...claim,
      addressProved,
      ageConfirmed: claim.ageConfirmedAt !== null || known.ageConfirmed,
      taxFormReceived: claim.taxFormReceivedAt !== null || known.taxFormReceived,
      teeTimeConfirmed: claim.teeTimeConfirmedAt !== null,
      paidInYearCents: known.paidCents,
      taxFormAboveCents,
    });
  };
}
