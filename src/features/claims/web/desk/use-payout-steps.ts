/** An administrator's steps on a payout. Each is one call and its toast, and refreshes the lists. */
import { claimRoutes } from "#features/claims/contract.ts";
import { type Payout, payoutRoutes } from "#features/claims/payout-contract.ts";
import { failure, useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { type FieldName, type FormRoute, useContractForm } from "#platform/web/contract-form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { useWords } from "#platform/web/words.ts";
import { prizeText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import { payoutWords } from "./payout-words.ts";

/** Refreshed also after a refusal, because the payout has then changed elsewhere. */
const changes = [payoutRoutes.listPayouts, payoutRoutes.listPayoutTotals, claimRoutes.listClaims];
const toast = (title: string, payout: Payout) => ({ title, description: `${prizeText(payout)}, ${payout.playerName}` });

interface Step {
  payout: Payout;
  run: () => Promise<unknown>;
  done: string;
  /** The toast's title when it fails. */
  failed: string;
}

/** The steps that need no form. */
export function usePayoutSteps() {
  const words = useWords(payoutWords);
  const facts = useWords(factWords);
  const { start, input } = useAction({
    run: ({ run }: Step) => run(),
    done: (_, { done, payout }) => toast(done, payout),
    failed: (error, { failed }) => failure(failed, error),
    changes,
  });
  return {
    /** The id of the claim with a step under way. */
    busy: input?.payout.claimId,
    confirmTeeTime: (payout: Payout) =>
      start({
        payout,
        run: () =>
          call(claimRoutes.confirmForPayout, { params: { id: payout.claimId }, body: { confirmed: "tee_time" } }),
        done: words.recorded,
        failed: words.notRecorded,
      }),
    approve: (payout: Payout) =>
      start({
        payout,
        run: () => call(payoutRoutes.approvePayout, { params: { id: payout.claimId }, idempotencyKey: randomId() }),
        done: words.approved,
        failed: words.notApproved,
      }),
    forfeit: (payout: Payout, reason: string) =>
      start({
        payout,
        run: () =>
          call(claimRoutes.forfeitClaim, {
            params: { id: payout.claimId },
            body: { reason },
            idempotencyKey: randomId(),
          }),
        done: facts.forfeitedNow,
        failed: facts.notForfeited,
      }),
  };
}

export type PayoutSteps = ReturnType<typeof usePayoutSteps>;

interface PayoutForm<R extends FormRoute> {
  payout: Payout;
  also?: { readonly [F in FieldName<R>]?: unknown };
  done: string;
  failed: string;
  onDone: () => void;
}

/** The form for a step on a payout. */
export function usePayoutForm<R extends FormRoute>(route: R, { payout, done, ...step }: PayoutForm<R>) {
  return useContractForm(route, {
    ...step,
    params: { id: payout.claimId },
    done: toast(done, payout),
    changes,
  });
}
