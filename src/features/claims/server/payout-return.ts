/** A paid prize that comes back: a wrong account, a returned cheque. */
import { randomUUID } from "node:crypto";
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { refusePayout } from "../payout-contract.ts";
import { REVERSED_REASON } from "../rules.ts";
import { lockHoldOf, lockReachableClaim, recordStep, refuseOwn } from "./claim-steps.ts";
import type { ClaimDeps } from "./deps.ts";
import { forfeitPrize } from "./payout.ts";
import { insertPrizeReturn } from "./payout-store.ts";
import * as store from "./store.ts";

/**
 * Records that a paid cash prize came back to the bank: the claim is due again, without its approval. What was seen of
 * its winner stays. If a bank has taken the golfer's payment back meanwhile, the prize is forfeited like any other that
 * was not paid by then.
 * @throws claims.not_found, claims.own, payouts.not_paid
 */
export async function takePayoutBack(
  deps: ClaimDeps,
  caller: Caller,
  id: string,
  reason: string,
  key: KeyInUse | undefined,
): Promise<void> {
  if (key?.made) return;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const held = await lockHoldOf(tx, id);
    const claim = await lockReachableClaim(tx, id, caller);
    await refuseOwn(tx, claim, caller);
    const { paidAt, courseId, prizeAmountCents: cents } = claim;
    if (claim.payoutStatus !== "paid" || !paidAt || claim.prizeType !== "monetary")
      throw refusePayout("payouts.not_paid");
    await key?.keep(tx, id);
    const { paymentMethod, paymentReference } = claim;
    await insertPrizeReturn(tx, {
      id: randomUUID(),
      claimId: id,
      paidAt,
      paymentMethod,
      paymentReference,
      reason,
      returnedBy: caller.id,
      returnedAt: at,
    });
    const isLost = held === "dispute_lost";
    // Once: a second change in one transaction locks the winner's account again, which a deletion may have locked.
    await store.setClaim(tx, id, {
      ...(isLost ? { payoutStatus: "forfeited" as const, forfeitedAt: at } : { payoutStatus: "due" as const }),
      paidAt: null,
      paymentMethod: null,
      paymentReference: null,
      approvedBy: null,
      approvedAt: null,
    });
    await recordStep(deps, tx, claim, caller, "came_back", {
      at,
      note: reason,
      detail: { reason, amountCents: cents },
    });
    const postings = moved(cents, account.bank, account.prizePayable(id));
    await post(tx, { kind: "pay_out_back", courseId, claimId: id, postings, at });
    if (!isLost) return;
    await forfeitPrize(tx, claim, at);
    const why = { at, note: REVERSED_REASON, detail: { reason: REVERSED_REASON } };
    await recordStep(deps, tx, claim, caller, "forfeited", why);
  });
}
