/** The payout of a claim: confirmations, approval, payment and forfeit, each with its money in one transaction. */
import { areIndependent } from "#features/accounts/server/proposals.ts";
import { findAnyCourse, returnPrize } from "#features/courses/server/store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { heldBy, post } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { type ConfirmBody, type PayBody, refuse } from "../contract.ts";
import { refusePayout } from "../payout-contract.ts";
import { documentWords, methodWords, taxYearOf, waitWords } from "../rules.ts";
import type { ClaimDeps } from "./deps.ts";
import { lockHoldOf, lockReachableClaim, recordStep, refuseOwn } from "./claim-steps.ts";
import * as records from "./record-store.ts";
import * as store from "./store.ts";
import { readWaits } from "./waits.ts";

const fields = { age_18: "ageConfirmedAt", tax_form: "taxFormReceivedAt", tee_time: "teeTimeConfirmedAt" } as const;

/**
 * Records a confirmation for a payout on the claim. For an identified winner it is also recorded for later claims: the
 * age for all of them, the tax form for those of this year. Only administrators confirm age and tax form.
 */
export async function confirm(deps: ClaimDeps, caller: Caller, id: string, seen: ConfirmBody): Promise<void> {
  const { confirmed } = seen;
  if (caller.role !== "admin" && confirmed !== "tee_time") throw refuse("claims.admin_only");
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const claim = await lockReachableClaim(tx, id, caller);
    await refuseOwn(tx, claim, caller);
    if (claim.status === "rejected") throw refuse("claims.already_decided");
    if (claim[fields[confirmed]] !== null) return;
    await store.setClaim(tx, id, { [fields[confirmed]]: now });
    const { year } = taxYearOf(now, deps.timeZone);
    if (!claim.onGuestRow) {
      const of = { playerId: claim.userId, claimId: id };
      if (confirmed === "age_18")
        await records.addAgeRecord(tx, { ...of, document: seen.document, confirmedBy: caller.id, confirmedAt: now });
      if (confirmed === "tax_form")
        await records.addTaxForm(tx, { ...of, year, form: seen.form, receivedBy: caller.id, receivedAt: now });
    }
    const kind = {
      age_18: seen.document && documentWords[seen.document],
      tax_form: seen.form && `${seen.form}, ${year}`,
      tee_time: undefined,
    }[confirmed];
    await recordStep(deps, tx, claim, caller, `confirmed_${confirmed}`, {
      at: now,
      note: [kind, seen.note].filter(Boolean).join("; ") || undefined,
      detail: {
        ...(confirmed === "age_18" && seen.document ? { document: seen.document } : {}),
        ...(confirmed === "tax_form" ? { year, ...(seen.form ? { form: seen.form } : {}) } : {}),
        ...(seen.note ? { note: seen.note } : {}),
      },
    });
  });
}

/** Records a payout and how it was paid. It is refused while the payout waits for something. */
export async function pay(
  deps: ClaimDeps,
  caller: Caller,
  id: string,
  how: PayBody,
  key: KeyInUse | undefined,
): Promise<void> {
  await end(deps, caller, id, key, async (tx, claim, now) => {
    if (!claim.onGuestRow) await records.lockPayoutsOfPlayer(tx, claim.userId);
    const view = await store.readOne(tx, id);
    const missing = view ? (await readWaits(deps, tx, [view]))(view) : [];
    if (missing.length > 0) {
      throw refuse("claims.waits", {
        message: `This payout still waits for: ${missing.map((wait) => waitWords[wait]).join(", ")}`,
        details: { waitsFor: missing },
      });
    }
    if (claim.approvedBy === caller.id) throw refusePayout("payouts.same_admin");
    if (claim.approvedBy && !(await areIndependent(tx, claim.approvedBy, caller.id, now)))
      throw refusePayout("payouts.not_independent");
    if (claim.taxFormReceivedAt) await records.carryTaxForm(tx, id, taxYearOf(now, deps.timeZone).year);
    return {
      set: { payoutStatus: "paid", paidAt: now, paymentMethod: how.method, paymentReference: how.reference },
      transfer: { kind: "pay_out", to: account.bank },
      action: "paid",
      note: [how.method && methodWords[how.method], how.reference].filter(Boolean).join(", ") || undefined,
      detail: how,
    };
  });
}

/**
 * Approves a payout above the limit. Another administrator then pays it.
 * @throws claims.not_due, payouts.no_approval, payouts.approved, claims.own
 */
export async function approve(deps: ClaimDeps, caller: Caller, id: string, key: KeyInUse | undefined): Promise<void> {
  if (key?.made) return;
  await deps.db.transaction(async (tx) => {
    const claim = await lockReachableClaim(tx, id, caller);
    await refuseOwn(tx, claim, caller);
    if (claim.payoutStatus !== "due") throw refuse("claims.not_due");
    const view = await store.readOne(tx, id);
    // An approval whose giver has lost the role counts no more, and is given anew.
    if (!view || !(await readWaits(deps, tx, [view]))(view).includes("approval"))
      throw refusePayout(view?.approvedBy ? "payouts.approved" : "payouts.no_approval");
    await key?.keep(tx, id);
    const at = deps.clock.now();
    await store.setClaim(tx, id, { approvedBy: caller.id, approvedAt: at });
    await recordStep(deps, tx, claim, caller, "approved", { at, detail: { amountCents: claim.prizeAmountCents } });
  });
}

/** Forfeits a verified prize with a reason. Cash returns to the pot, or to the house where there is none any more. */
export async function forfeit(
  deps: ClaimDeps,
  caller: Caller,
  id: string,
  reason: string,
  key: KeyInUse | undefined,
): Promise<void> {
  await end(deps, caller, id, key, async (tx, claim, now) => {
    if (claim.prizeId !== null) await returnPrize(tx, claim.prizeId);
    return {
      set: { payoutStatus: "forfeited", forfeitedAt: now },
      transfer: { kind: "forfeit", to: await potOf(tx, claim) },
      action: "forfeited",
      note: reason,
      detail: { reason },
    };
  });
}

/** The end of a payout: on the claim, in the ledger and in the audit trail. */
interface Ending {
  set: Parameters<typeof store.setClaim>[2];
  transfer: { kind: "pay_out" | "forfeit"; to: string };
  action: "paid" | "forfeited";
  note: string | undefined;
  detail: Readonly<Record<string, unknown>>;
}

/** Ends a payout that is due. A repeated call does not end it again. */
async function end(
  deps: ClaimDeps,
  caller: Caller,
  id: string,
  key: KeyInUse | undefined,
  decide: (tx: Db, claim: store.ClaimRow, now: Date) => Promise<Ending>,
): Promise<void> {
  if (key?.made) return;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await lockHoldOf(tx, id);
    const claim = await lockReachableClaim(tx, id, caller);
    await refuseOwn(tx, claim, caller);
    if (claim.payoutStatus !== "due") throw refuse("claims.not_due");
    await key?.keep(tx, id);
    const { set, transfer, action, note, detail } = await decide(tx, claim, at);
    await store.setClaim(tx, id, set);
    await postEnd(tx, claim, transfer, at);
    await recordStep(deps, tx, claim, caller, action, { at, note, detail });
  });
}

/** Returns the money of a verified, unpaid prize to the pot. */
export async function forfeitPrize(tx: Db, claim: store.ClaimRow, at: Date): Promise<void> {
  await postEnd(tx, claim, { kind: "forfeit", to: await potOf(tx, claim) }, at);
}

/** A paid prize may come back, and then be forfeited, after its course was closed for good. */
async function potOf(tx: Db, { courseId }: store.ClaimRow): Promise<string> {
  const course = await findAnyCourse(tx, courseId);
  return course?.closedAt ? account.houseFunding : account.pot(courseId);
}

async function postEnd(tx: Db, claim: store.ClaimRow, transfer: Ending["transfer"], at: Date): Promise<void> {
  const from = account.prizePayable(claim.id);
  const postings = moved(await heldBy(tx, from), from, transfer.to);
  await post(tx, { kind: transfer.kind, courseId: claim.courseId, claimId: claim.id, postings, at });
}
