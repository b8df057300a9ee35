/** Decides for which facts payouts still wait, by the present records. */
import type { Hold } from "#features/orders/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type AdminClaim, type ListedClaim, type PayoutWait, refuse } from "../contract.ts";
import { approvalLimitOf, needsOf, type PayoutFacts, taxYearOf, thresholdOf, waitsFor } from "../rules.ts";
import { readApprovalLimits, readApproved } from "./approval-store.ts";
import type { ClaimDeps } from "./deps.ts";
import * as records from "./record-store.ts";
import { type ClaimRow, readOne } from "./store.ts";
import { toAdminClaim } from "./view.ts";

interface Subject {
  claim: ClaimRow;
  held: Hold | null;
  addressProved: boolean;
}

/** Loads the facts about payouts. @returns a function that lists what a payout waits for; nothing unless it is due */
export async function readWaits(
  deps: ClaimDeps,
  db: Db,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => PayoutWait[]> {
  const factsOf = await readPayoutFacts(deps, db, subjects);
  return (subject) => {
    const facts = factsOf(subject);
    return facts ? waitsFor(facts) : [];
  };
}

/** As `readWaits`, for the facts that a payout asks of its winner; nothing for a payout to somebody else than the caller. */
export async function readNeeds(
  deps: ClaimDeps,
  db: Db,
  subjects: readonly Subject[],
  callerId: string,
): Promise<(subject: Subject) => ListedClaim["needs"]> {
  const own = subjects.filter(({ claim }) => claim.userId === callerId && !claim.onGuestRow);
  const factsOf = await readPayoutFacts(deps, db, own);
  return (subject) => {
    const facts = own.includes(subject) ? factsOf(subject) : undefined;
    return facts ? needsOf(facts) : [];
  };
}

/** @returns a function that gives the facts of a due payout. It belongs to the present year, even if its claim is older. */
async function readPayoutFacts(
  deps: ClaimDeps,
  db: Db,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => PayoutFacts | undefined> {
  const due = subjects.map(({ claim }) => claim).filter(({ payoutStatus }) => payoutStatus === "due");
  if (due.length === 0) return () => undefined;
  const year = taxYearOf(deps.clock.now(), deps.timeZone);
  const players = due.filter(({ onGuestRow }) => !onGuestRow).map(({ userId }) => userId);
  const facts = await records.readFacts(db, players, year);
  const taxFormAboveCents = thresholdOf(year.year, await records.readThresholds(db));
  const limits = await readApprovalLimits(db);
  const winners = due.map(({ userId }) => userId);
  const moved = await records.readMoved(db, winners, deps.clock.now());
  const approved = await readApproved(
    db,
    due.filter((claim) => claim.approvedAt !== null).map(({ id }) => id),
  );
  return ({ claim, held, addressProved }) => {
    if (claim.payoutStatus !== "due") return undefined;
    // A guest is not identified, so only the confirmations and the amount of this claim count.
    const known = (claim.onGuestRow ? undefined : facts.get(claim.userId)) ?? records.nothingKnown;
    return {
      ...claim,
      addressProved,
      addressMoved: moved.has(claim.userId),
      ageConfirmed: claim.ageConfirmedAt !== null || known.ageConfirmed,
      taxFormReceived: claim.taxFormReceivedAt !== null || known.taxFormReceived,
      teeTimeConfirmed: claim.teeTimeConfirmedAt !== null,
      paidInYearCents: known.paidCents,
      taxFormAboveCents,
      approvalAboveCents: approvalLimitOf(limits, claim.createdAt),
      approved: approved.has(claim.id),
      held,
    };
  };
}

/** A claim as staff see it, with what its payout waits for. @throws claims.not_found */
export async function showClaim(deps: ClaimDeps, id: string): Promise<AdminClaim> {
  const view = await readOne(deps.db, id);
  if (!view) throw refuse("claims.not_found");
  return toAdminClaim(view, (await readWaits(deps, deps.db, [view]))(view));
}
