/** The verdict on a pending claim: its two buttons, the second step before a verdict, and the reason of a rejection. */
import type { AdminClaim } from "#features/claims/contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { usualRejections } from "../../reason-rules.ts";
import { prizeText } from "./claim-facts.ts";
import { holdOf, needsSecondStep } from "./claim-signals.ts";
import { queueWords } from "./queue-words.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";
import { VerifyDialog } from "./verify-dialog.tsx";

interface ClaimVerdictProps {
  claim: AdminClaim;
  verdict: Verdict;
  onDecided: () => void;
}

/** The keys of the queue press the buttons by their `data-action`. Give it a new key for each claim. */
export function ClaimVerdict({ claim, verdict, onDecided }: ClaimVerdictProps) {
  const words = useWords(queueWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
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
            {words.verify}
          </Button>
          <Button
            variant="secondary"
            size="small"
            className="flex-1"
            data-action="reject"
            disabled={busy}
            onClick={() => rejecting.open(true)}
          >
            {words.reject}
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
        title={words.rejectAsk}
        about={words.rejectAbout(claim.playerName, holes[claim.targetHole].name, prizeText(claim))}
        hint={words.rejectHint}
        usual={Object.values(usualRejections).map((usual) => usual[language])}
        action={words.rejectNow}
        busy={busy}
        onClose={rejecting.close}
        onSubmit={reject}
      />
    </>
  );
}
