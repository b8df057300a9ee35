/** The verdict on a claim and its payout: each is one transaction that moves the claim and its money together. */
import { account, move, released } from "#features/ledger/rules.ts";
import { heldBy, post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { formatCents } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import { announceClaims, type ClaimDeps } from "./deps.ts";
import * as store from "./store.ts";
import { waits } from "./view.ts";

/** A claim within the caller's reach, locked: staff see those of their courses, others are not found. */
async function reach(tx: Db, id: string, caller: Caller): Promise<store.ClaimRow> {
  const claim = await store.lockClaim(tx, id);
  if (!claim || (caller.role === "staff" && !caller.courseIds.includes(claim.courseId)))
    throw refuse("claims.not_found");
  return claim;
}

function refuseOwn(claim: store.ClaimRow, caller: Caller): void {
  if (claim.userId === caller.id || claim.buyerId === caller.id) throw refuse("claims.own");
}

/** Verifies a pending claim; a jackpot's money becomes payable. */
export async function verify(deps: ClaimDeps, caller: Caller, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    refuseOwn(await reach(tx, id, caller), caller);
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
      postings: move(claim.prizeAmountCents, account.reserved(id), account.prizePayable(id)),
      at: now,
    });
    await record(deps, tx, claim, caller, "verified");
  });
}

/** Rejects a pending claim; a jackpot goes where it would have gone had the claim never been. */
export async function reject(deps: ClaimDeps, caller: Caller, id: string, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const found = await store.findClaim(tx, id);
    if (found?.targetHole === "middle") await store.lockJackpotQueue(tx, found.courseId);
    refuseOwn(await reach(tx, id, caller), caller);
    const claim = await store.decide(tx, id, {
      status: "rejected",
      decidedAt: now,
      decidedBy: caller.id,
      rejectionReason: reason,
    });
    if (!claim) throw refuse("claims.already_decided");
    if (claim.targetHole === "middle") await release(deps, tx, claim, now);
    await record(deps, tx, claim, caller, "rejected", reason);
  });
}

async function release(deps: ClaimDeps, tx: Db, claim: store.ClaimRow, now: Date): Promise<void> {
  const heir = await store.lockHeir(tx, claim);
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

/** Records that something a payout waits for has been seen. Age and tax form are the administrator's to confirm. */
export async function confirm(
  deps: ClaimDeps,
  caller: Caller,
  id: string,
  confirmed: "age_18" | "tax_form" | "tee_time",
): Promise<void> {
  if (caller.role !== "admin" && confirmed !== "tee_time") throw refuse("claims.admin_only");
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const claim = await reach(tx, id, caller);
    refuseOwn(claim, caller);
    if (claim.status === "rejected") throw refuse("claims.already_decided");
    const field = { age_18: "ageConfirmedAt", tax_form: "taxFormReceivedAt", tee_time: "teeTimeConfirmedAt" } as const;
    if (claim[field[confirmed]] !== null) return;
    await store.setClaim(tx, id, { [field[confirmed]]: now });
    await record(deps, tx, claim, caller, `confirmed_${confirmed}`);
  });
}

/** Records a payout; refused while it waits for something. */
export async function pay(deps: ClaimDeps, caller: Caller, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const claim = await dueClaim(tx, id, caller);
    const view = await store.readOne(tx, id);
    const missing = view ? waits(view) : [];
    if (missing.length > 0) {
      throw refuse("claims.waits", {
        message: `This payout still waits for: ${missing.map((wait) => waitWords[wait]).join(", ")}`,
        details: { waitsFor: missing },
      });
    }
    await store.setClaim(tx, id, { payoutStatus: "paid", paidAt: now });
    const payable = await heldBy(tx, account.prizePayable(id));
    await post(tx, {
      kind: "pay_out",
      courseId: claim.courseId,
      claimId: id,
      postings: move(payable, account.prizePayable(id), account.cash(claim.courseId)),
      at: now,
    });
    await record(deps, tx, claim, caller, "paid");
  });
}

/** Forfeits a verified prize, with a reason; cash returns to the pot. */
export async function forfeit(deps: ClaimDeps, caller: Caller, id: string, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const claim = await dueClaim(tx, id, caller);
    await store.setClaim(tx, id, { payoutStatus: "forfeited" });
    const payable = await heldBy(tx, account.prizePayable(id));
    await post(tx, {
      kind: "forfeit",
      courseId: claim.courseId,
      claimId: id,
      postings: move(payable, account.prizePayable(id), account.pot(claim.courseId)),
      at: now,
    });
    await record(deps, tx, claim, caller, "forfeited", reason);
  });
}

async function dueClaim(tx: Db, id: string, caller: Caller): Promise<store.ClaimRow> {
  const claim = await reach(tx, id, caller);
  refuseOwn(claim, caller);
  if (claim.payoutStatus !== "due") throw refuse("claims.not_due");
  return claim;
}

const waitWords = {
  proved_address: "a proved email address",
  age_18: "the age confirmation (18+)",
  tax_form: "the tax form",
  tee_time: "the tee time's confirmation",
} as const;

/** Every step goes into the claim's own trail and the operator's. */
async function record(
  deps: ClaimDeps,
  tx: Db,
  claim: store.ClaimRow,
  caller: Caller,
  step: string,
  reason?: string,
): Promise<void> {
  const at = deps.clock.now();
  await store.addStep(tx, { claimId: claim.id, step, actorId: caller.id, note: reason, at });
  await note(tx, {
    actorId: caller.id,
    action: `claim.${step}`,
    subject: claim.id,
    detail: reason ? { reason } : {},
    at,
  });
  announceClaims(deps, tx, claim);
}
