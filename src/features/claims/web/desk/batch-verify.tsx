/** The bar of chosen sponsored prizes, and the step that verifies them one after another. */
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { type AdminClaim, claimRoutes } from "#features/claims/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { prizeText } from "./claim-facts.ts";
import { queueWords } from "./queue-words.ts";
import { useShowClaim } from "./use-claim-queue.ts";

interface BatchVerifyProps {
  /** The chosen claims that may still be verified together. */
  claims: readonly AdminClaim[];
  onClear: () => void;
  /** An open claim takes the lower part of a narrow window: the bar stands above it. */
  isRaised: boolean;
}

export function BatchVerify({ claims, onClear, isRaised }: BatchVerifyProps) {
  const words = useWords(queueWords);
  const [asking, setAsking] = useState(false);
  const { verify, failures, forget } = useBatch();
  const close = () => {
    setAsking(false);
    forget();
  };
  const start = async () => {
    const outcome = await verify.start(claims);
    if (!outcome.done || outcome.reply.length > 0) return;
    close();
    onClear();
  };
  if (claims.length === 0 && failures.length === 0) return null;
  const count = claims.length;
  const unrecorded = claims.filter(({ seen }) => seen === null).length;
  return (
    <div
      className={cx(
        "sticky bottom-4 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-card bg-card p-4 shadow-card ring-2 ring-accent",
        isRaised && "max-lg:bottom-[calc(60dvh+1rem)]",
      )}
    >
      <p role="status" className="min-w-0 flex-1 font-bold max-sm:basis-full">
        {words.chosen(count)}
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        {words.verifyPrizes(count)}
      </Button>
      <Button size="small" variant="quiet" onClick={onClear}>
        {words.chooseNone}
      </Button>
      <ActionDialog
        open={asking}
        title={words.verifyPrizesAsk(count)}
        action={words.verifyPrizes(count)}
        focusOn="action"
        disabled={claims.length === 0}
        busy={verify.busy}
        onClose={close}
        onAct={() => void start()}
      >
        <div className="flex flex-col gap-4">
          {failures.length > 0 && (
            <Banner tone="danger" live="assertive" title={words.notVerified(failures.length)}>
              <ul className="flex flex-col gap-1">
                {failures.map(({ claim, why }) => (
                  <li key={claim.id} className="wrap-anywhere">
                    {claim.playerName}, {prizeText(claim)}: {why}
                  </li>
                ))}
              </ul>
            </Banner>
          )}
          {unrecorded > 0 && (
            <p className="flex items-start gap-2 font-bold text-danger">
              <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
              {unrecorded === count ? words.unrecordedAll : words.unrecorded(unrecorded)}
            </p>
          )}
          <ul className="flex flex-col gap-1">
            {claims.map((claim) => (
              <li key={claim.id} className="wrap-anywhere">
                {claim.playerName}: <strong>{prizeText(claim)}</strong>
                {claim.seen === null && words.notRecorded}
              </li>
            ))}
          </ul>
        </div>
      </ActionDialog>
    </div>
  );
}

interface Failure {
  claim: AdminClaim;
  /** The server's own sentence. */
  why: string;
}

/** One call for each claim: if one fails, the others are verified all the same. */
function useBatch() {
  const words = useWords(queueWords);
  const { show, refresh } = useShowClaim();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const verify = useAction({
    run: async (claims: readonly AdminClaim[]) => {
      const failed: Failure[] = [];
      for (const claim of claims) {
        try {
          await show((await call(claimRoutes.verifyClaim, { params: { id: claim.id } })).body.claim);
        } catch (error) {
          failed.push({ claim, why: messageOf(error) });
        }
      }
      return failed;
    },
    onDone: (failed, claims) => {
      refresh();
      setFailures(failed);
      const verified = claims.length - failed.length;
      if (verified > 0) notify({ title: words.verifiedNow(verified) });
    },
  });
  return { verify, failures, forget: () => setFailures([]) };
}
