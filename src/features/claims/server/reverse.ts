/**
 * The claims of a payment whose money went back: a lost dispute ends them; claims held by a refund at the gateway go on
 * if an administrator releases them.
 */
import { returnPrize } from "#features/courses/server/store.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { REVERSED_REASON } from "../rules.ts";
import type { ClaimDeps } from "./deps.ts";
import { forfeitPrize } from "./payout.ts";
import { recordStep, refuseOwn } from "./claim-steps.ts";
import { lockJackpotClaims } from "./jackpot-store.ts";
import * as store from "./store.ts";
import { rejectClaim, tellVerdict } from "./verdict.ts";

/** The bank acts here, so the step has no account. */
const BANK = { id: null };

/**
 * Rejects the pending claims of some sessions and forfeits verified, unpaid prizes. Paid prizes stay paid. The sessions
 * and their order must be locked.
 */
export async function reverseClaims(deps: ClaimDeps, tx: Db, rows: readonly SessionRow[], now: Date): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await lockJackpotClaims(tx, first.courseId);
  const open = await store.lockOpenClaims(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id, status } of open) {
    const claim =
      status === "pending"
        ? await rejectClaim(deps, tx, id, { by: BANK, reason: REVERSED_REASON, now })
        : await forfeitReversed(deps, tx, id, now);
    if (claim) await tellVerdict(deps, tx, claim, "reversed");
  }
}

async function forfeitReversed(deps: ClaimDeps, tx: Db, id: string, now: Date): Promise<store.ClaimRow> {
  const claim = await store.setClaim(tx, id, { payoutStatus: "forfeited", forfeitedAt: now });
  if (claim.prizeId !== null) await returnPrize(tx, claim.prizeId);
  await forfeitPrize(tx, claim, now);
  await recordStep(deps, tx, claim, BANK, "forfeited", {
    at: now,
    note: REVERSED_REASON,
    detail: { reason: REVERSED_REASON },
  });
  return claim;
}

/**
 * Records on each open claim of some sessions that an administrator lets it stand. The sessions and their order must be
 * locked.
 * @throws claims.own
 */
export async function releaseClaims(
  deps: ClaimDeps,
  tx: Db,
  rows: readonly SessionRow[],
  caller: Caller,
  reason: string,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const claim of await store.lockOpenClaims(tx, ids)) {
    await refuseOwn(tx, claim, caller);
    await recordStep(deps, tx, claim, caller, "released", { at: deps.clock.now(), note: reason, detail: { reason } });
  }
}
