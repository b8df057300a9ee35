/** What staff and administrators do with a claim: each is one call, its toast, and the list as it then is. */
import { useState } from "react";
import { claimRoutes, type AdminClaim, type PayoutWait } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { useShowClaim } from "./use-claim-queue.ts";

export type Confirmable = Exclude<PayoutWait, "proved_address" | "moved_address" | "approval" | "dispute" | "refund">;

interface Deed {
  run: () => Promise<{ body: { claim: AdminClaim } }>;
  done: { title: string; description?: string };
  /** The toast's title when it fails. */
  failed: string;
}

export function useVerdict() {
  const { show, refresh } = useShowClaim();
  const [busy, setBusy] = useState<string>();

  /** @returns whether it was done */
  async function act(claim: AdminClaim, { run, done, failed }: Deed): Promise<boolean> {
    if (busy) return false;
    setBusy(claim.id);
    try {
      const { body } = await run();
      show(body.claim);
      notify(done);
      return true;
    } catch (error) {
      notify({ title: failed, description: messageOf(error), variant: "error" });
      if (error instanceof ApiError && error.status === 409) await showWhatBecame(claim.id);
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  /** Somebody else was faster: the list itself may not hold the claim any more. */
  async function showWhatBecame(id: string): Promise<void> {
    try {
      const { body } = await call(evidenceRoutes.getEvidence, { params: { id } });
      show(body.claim);
    } catch {
      refresh();
    }
  }

  return {
    /** The id of the claim that is being worked on. */
    busy,
    verify: (claim: AdminClaim) =>
      act(claim, {
        run: () => call(claimRoutes.verifyClaim, { params: { id: claim.id } }),
        done: { title: "Prize Claim Approved", description: "The prize claim has been verified successfully." },
        failed: "Failed to approve claim",
      }),
    reject: (claim: AdminClaim, reason: string) =>
      act(claim, {
        run: () => call(claimRoutes.rejectClaim, { params: { id: claim.id }, body: { reason } }),
        done: { title: "Prize Claim Rejected", description: "The prize claim has been rejected successfully." },
        failed: "Failed to reject claim",
      }),
    confirm: (claim: AdminClaim, confirmed: Confirmable) =>
      act(claim, {
        run: () => call(claimRoutes.confirmForPayout, { params: { id: claim.id }, body: { confirmed } }),
        done: { title: "Confirmed" },
        failed: "Failed to confirm",
      }),
    pay: (claim: AdminClaim) =>
      act(claim, {
        run: () => call(claimRoutes.payClaim, { params: { id: claim.id }, body: {}, idempotencyKey: randomId() }),
        done: { title: "Marked as paid", description: `${claim.playerName}'s prize is recorded as paid out.` },
        failed: "Failed to mark as paid",
      }),
    forfeit: (claim: AdminClaim, reason: string) =>
      act(claim, {
        run: () =>
          call(claimRoutes.forfeitClaim, { params: { id: claim.id }, body: { reason }, idempotencyKey: randomId() }),
        done: { title: "Prize forfeited" },
        failed: "Failed to forfeit the prize",
      }),
  };
}

export type Verdict = ReturnType<typeof useVerdict>;
