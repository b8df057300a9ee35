/** The verdict on a claim: one transaction that moves the claim and its money together. */
import { account, moved, released } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { formatCents } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import { findAnyCourse, returnPrize } from "#features/courses/server/store.ts";
import { announceClaims, type ClaimDeps, tellClaim } from "./deps.ts";
import { lockHoldOf, lockReachableClaim, recordStep, refuseOwn } from "./claim-steps.ts";
import { lockHeir, lockJackpotClaims } from "./jackpot-store.ts";
import * as store from "./store.ts";

const heldRefusals = {
  dispute_open: "claims.disputed",
  dispute_lost: "claims.reversed",
  refunded_at_gateway: "claims.refunded",
} as const;

/**
 * Verifies a pending claim. The money of a jackpot becomes payable.
 * @throws claims.not_found, own, already_decided, disputed, reversed, refunded
 */
export async function verify(deps: ClaimDeps, caller: Caller, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const held = await lockHoldOf(tx, id);
    const found = await lockReachableClaim(tx, id, caller);
    await refuseOwn(tx, found, caller);
    if (held && found.status === "pending") throw refuse(heldRefusals[held]);
    const claim = await store.decide(tx, id, {
      status: "verified",
      decidedAt: now,
      decidedBy: caller.id,
      payoutStatus: "due",
    });
    if (!claim) throw refuse("claims.already_decided");
    await post(tx, {
      kind: "verify",
      courseId: claim.courseId,
      claimId: id,
      postings: moved(claim.prizeAmountCents, account.reserved(id), account.prizePayable(id)),
      at: now,
    });
    await recordStep(deps, tx, claim, caller, "verified", { at: now });
    await tellVerdict(deps, tx, claim, "verified");
  });
}

/** Rejects a pending claim. The money of a jackpot goes where it would be without the claim. */
export async function reject(deps: ClaimDeps, caller: Caller, id: string, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const found = await store.findClaim(tx, id);
    if (found?.targetHole === "middle") await lockJackpotClaims(tx, found.courseId);
    await refuseOwn(tx, await lockReachableClaim(tx, id, caller), caller);
    const claim = await rejectClaim(deps, tx, id, { by: caller, reason, now });
    if (!claim) throw refuse("claims.already_decided");
    await tellVerdict(deps, tx, claim, "rejected");
  });
}

/**
 * Rejects a pending claim, for a person or the bank. The course's jackpot claims must be locked.
 * @param by the person who decides; without an id, the bank
 * @returns undefined if the claim is decided already
 */
export async function rejectClaim(
  deps: ClaimDeps,
  tx: Db,
  id: string,
  { by, reason, now }: { by: { id: string | null }; reason: string; now: Date },
): Promise<store.ClaimRow | undefined> {
  const verdict = { status: "rejected", decidedAt: now, decidedBy: by.id, rejectionReason: reason } as const;
  const claim = await store.decide(tx, id, verdict);
  if (!claim) return undefined;
  if (claim.targetHole === "middle") await release(deps, tx, claim, now);
  if (claim.prizeId !== null) await returnPrize(tx, claim.prizeId);
  await recordStep(deps, tx, claim, by, "rejected", { at: now, note: reason, detail: { reason } });
  return claim;
}

export async function tellVerdict(
  deps: ClaimDeps,
  tx: Db,
  claim: store.ClaimRow,
  verdict: "verified" | "rejected" | "reversed",
): Promise<void> {
  const course = await findAnyCourse(tx, claim.courseId);
  await tellClaim(deps, tx, { claim, courseName: course?.name ?? deps.productName }, verdict);
}

async function release(deps: ClaimDeps, tx: Db, claim: store.ClaimRow, now: Date): Promise<void> {
  const heir = await lockHeir(tx, claim);
  const { postings, toHeir } = released({
    claimId: claim.id,
    amount: claim.prizeAmountCents,
    reseed: claim.reseedCents,
    heir: heir ? account.reserved(heir.id) : account.pot(claim.courseId),
  });
  await post(tx, { kind: "reject", courseId: claim.courseId, claimId: claim.id, postings, at: now });
  if (!heir || toHeir === 0) return;
  const amount = heir.prizeAmountCents + toHeir;
  await store.setClaim(tx, heir.id, {
    prizeAmountCents: amount,
    prizeDescription: `Jackpot of ${formatCents(amount)}`,
  });
  await store.setClaimedAmount(tx, heir.attemptId, amount);
  await store.addStep(tx, {
    claimId: heir.id,
    step: "amount_raised",
    actorId: null,
    note: `to ${formatCents(amount)}: an earlier claim was rejected`,
    at: now,
  });
  announceClaims(deps, tx, heir);
}
