/** What an administrator does with a payout: each is one call, its toast, and the lists as they then are. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { claimRoutes, type ConfirmBody, type PayBody } from "#features/claims/contract.ts";
import { type Payout, payoutRoutes } from "#features/claims/payout-contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { check, type Problems, problemsOf } from "#platform/web/form.ts";
import { keyOf } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { prizeText } from "./claim-facts.ts";

/** `problems` are for the form's fields; whatever else went wrong was told by a toast. */
export type Outcome = { done: true } | { done: false; problems: Problems };

export function usePayoutSteps() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();

  function refresh(): void {
    const changed = [payoutRoutes.listPayouts, payoutRoutes.listPayoutTotals, claimRoutes.listClaims];
    for (const route of changed) void queries.invalidateQueries({ queryKey: keyOf(route) });
  }

  async function act(
    payout: Payout,
    checked: ReturnType<typeof check>,
    run: () => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<Outcome> {
    if (busy) return { done: false, problems: {} };
    // What must not be kept is not even sent.
    if (!checked.ok) return { done: false, problems: checked.problems };
    setBusy(payout.claimId);
    try {
      await run();
      notify({ title: done, description: `${prizeText(payout)}, ${payout.playerName}` });
      refresh();
      return { done: true };
    } catch (error) {
      const problems = problemsOf(error);
      if (Object.keys(problems).length === 0)
        notify({ title: failed, description: messageOf(error), variant: "error", duration: 5000 });
      // Somebody else was faster, or more is waited for by now: show what became of it.
      if (error instanceof ApiError && error.status === 409) refresh();
      return { done: false, problems };
    } finally {
      setBusy(undefined);
    }
  }

  return {
    /** The id of the claim that is being worked on. */
    busy,
    confirm: (payout: Payout, body: ConfirmBody) =>
      act(
        payout,
        check(claimRoutes.confirmForPayout.body, body),
        () => call(claimRoutes.confirmForPayout, { params: { id: payout.claimId }, body }),
        "Recorded",
        "Failed to record",
      ),
    approve: (payout: Payout) =>
      act(
        payout,
        { ok: true, value: undefined },
        () => call(payoutRoutes.approvePayout, { params: { id: payout.claimId }, idempotencyKey: randomId() }),
        "Payout approved",
        "Failed to approve",
      ),
    pay: (payout: Payout, body: PayBody) =>
      act(
        payout,
        check(claimRoutes.payClaim.body, body),
        () => call(claimRoutes.payClaim, { params: { id: payout.claimId }, body, idempotencyKey: randomId() }),
        "Marked as paid",
        "Failed to mark as paid",
      ),
    forfeit: (payout: Payout, reason: string) =>
      act(
        payout,
        check(claimRoutes.forfeitClaim.body, { reason }),
        () =>
          call(claimRoutes.forfeitClaim, {
            params: { id: payout.claimId },
            body: { reason },
            idempotencyKey: randomId(),
          }),
        "Prize forfeited",
        "Failed to forfeit the prize",
      ),
  };
}

export type PayoutSteps = ReturnType<typeof usePayoutSteps>;
