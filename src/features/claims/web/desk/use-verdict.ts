/** The steps of staff and administrators on a claim. Each is one call and its toast, and refreshes the list. */
import { claimRoutes, type AdminClaim, type PayoutWait } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { failure, useAction } from "#platform/web/action.ts";
import { ApiError, call } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { useWords } from "#platform/web/words.ts";
import { factWords } from "./fact-words.ts";
import { queueWords } from "./queue-words.ts";
import { useShowClaim } from "./use-claim-queue.ts";

export type Confirmable = Exclude<PayoutWait, "proved_address" | "moved_address" | "approval" | "dispute" | "refund">;

interface Deed {
  claim: AdminClaim;
  run: () => Promise<{ body: { claim: AdminClaim } }>;
  done: { title: string; description?: string };
  /** The toast's title when it fails. */
  failed: string;
}

export function useVerdict() {
  const words = useWords(queueWords);
  const facts = useWords(factWords);
  const { show, refresh } = useShowClaim();
  const { start, input } = useAction({
    run: ({ run }: Deed) => run(),
    onDone: ({ body }) => show(body.claim),
    done: (_, { done }) => done,
    failed: (error, { failed }) => failure(failed, error),
    onFailed: (error, { claim }) => {
      if (error instanceof ApiError && error.status === 409) void showWhatBecame(claim.id);
    },
  });
  const act = (claim: AdminClaim, deed: Omit<Deed, "claim">) => start({ claim, ...deed });

  /** Somebody else was faster: loads the claim, because the list may no longer contain it. */
  async function showWhatBecame(id: string): Promise<void> {
    try {
      const { body } = await call(evidenceRoutes.getEvidence, { params: { id } });
      await show(body.claim);
    } catch {
      refresh();
    }
  }

  return {
    /** The id of the claim with a step under way. */
    busy: input?.claim.id,
    verify: (claim: AdminClaim) =>
      act(claim, {
        run: () => call(claimRoutes.verifyClaim, { params: { id: claim.id } }),
        done: { title: words.approved, description: words.approvedAbout },
        failed: words.notApproved,
      }),
    reject: (claim: AdminClaim, reason: string) =>
      act(claim, {
        run: () => call(claimRoutes.rejectClaim, { params: { id: claim.id }, body: { reason } }),
        done: { title: words.rejectedNow, description: words.rejectedAbout },
        failed: words.notRejected,
      }),
    confirm: (claim: AdminClaim, confirmed: Confirmable) =>
      act(claim, {
        run: () => call(claimRoutes.confirmForPayout, { params: { id: claim.id }, body: { confirmed } }),
        done: { title: words.confirmedNow },
        failed: words.notConfirmed,
      }),
    pay: (claim: AdminClaim) =>
      act(claim, {
        run: () => call(claimRoutes.payClaim, { params: { id: claim.id }, body: {}, idempotencyKey: randomId() }),
        done: { title: facts.paidNow, description: words.paidAbout(claim.playerName) },
        failed: facts.notPaid,
      }),
    forfeit: (claim: AdminClaim, reason: string) =>
      act(claim, {
        run: () =>
          call(claimRoutes.forfeitClaim, { params: { id: claim.id }, body: { reason }, idempotencyKey: randomId() }),
        done: { title: facts.forfeitedNow },
        failed: facts.notForfeited,
      }),
  };
}

export type Verdict = ReturnType<typeof useVerdict>;
