/** The verdict on a pending claim: its two buttons, the second step before a verdict, and the reason of a rejection. */
import type { AdminClaim } from "#features/claims/contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { prizeText } from "./claim-facts.ts";
import { holdOf, needsSecondStep } from "./claim-signals.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";
import { VerifyDialog } from "./verify-dialog.tsx";

const rejectReasons = [
  "The camera shows the ball beside the hole.",
  "Nobody at the bays saw the ball in this hole.",
  "The ball came from another bay.",
  "The claim was sent by mistake.",
];

interface ClaimVerdictProps {
  claim: AdminClaim;
  verdict: Verdict;
  onDecided: () => void;
}

/** The keys of the queue press the buttons by their `data-action`. Give it a new key for each claim. */
export function ClaimVerdict({ claim, verdict, onDecided }: ClaimVerdictProps) {
  const verifying = useOpening();
  const rejecting = useOpening();
  const busy = verdict.busy === claim.id;
  const decided = ({ done }: { done: boolean }) => {
    if (!done) return;
    verifying.close();
    rejecting.close();
    onDecided();
  };
  const verify = () => void verdict.verify(claim).then(decided);
  const reject = (reason: string) => void verdict.reject(claim, reason).then(decided);
  const isPending = claim.verificationStatus === "pending";
  return (
    <>
      {isPending && (
        <div className="flex gap-3">
          <Button
            size="small"
            className="flex-1"
            data-action="verify"
            busy={busy}
            disabled={holdOf(claim) !== undefined}
            onClick={() => (needsSecondStep(claim) ? verifying.open(true) : verify())}
          >
            Verify
          </Button>
          <Button
            variant="secondary"
            size="small"
            className="flex-1"
            data-action="reject"
            disabled={busy}
            onClick={() => rejecting.open(true)}
          >
            Reject
          </Button>
        </div>
      )}
      <VerifyDialog
        claim={claim}
        open={verifying.isOpen && isPending}
        busy={busy}
        onClose={verifying.close}
        onVerify={verify}
      />
      <ReasonDialog
        key={rejecting.times}
        open={rejecting.isOpen}
        title="Reject this claim?"
        about={`${claim.playerName}, ${holeFacts[claim.targetHole].name}: ${prizeText(claim)}. The player will read the reason.`}
        hint="Write it so that the player understands it."
        usual={rejectReasons}
        action="Reject Claim"
        busy={busy}
        onClose={rejecting.close}
        onSubmit={reject}
      />
    </>
  );
}
