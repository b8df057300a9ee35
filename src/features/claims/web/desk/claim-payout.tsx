/** The payout of a verified claim: what it waits for, and its next steps. */
import { HandCoins } from "lucide-react";
import { useState } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { confirmable, confirmWords, list, prizeText, waitWords } from "./claim-facts.ts";
import { forfeitReasons, ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";

interface ClaimPayoutProps {
  claim: AdminClaim;
  isAdmin: boolean;
  verdict: Verdict;
  /** Called after a step, when its button may be gone. */
  onDone: () => void;
}

export function ClaimPayout({ claim, isAdmin, verdict, onDone }: ClaimPayoutProps) {
  const [paying, setPaying] = useState(false);
  const forfeiting = useOpening();
  const caller = useCaller();
  const busy = verdict.busy === claim.id;
  const pay = async () => {
    const { done } = await verdict.pay(claim);
    setPaying(false);
    if (done) onDone();
  };
  const forfeit = async (reason: string) => {
    if (!(await verdict.forfeit(claim, reason)).done) return;
    forfeiting.close();
    onDone();
  };
  const due = claim.payoutStatus === "due";
  return (
    <div className="flex min-w-[min(15rem,100%)] flex-1 flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-[min(15rem,100%)] flex-1 items-center gap-2">
        <HandCoins aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span>{payoutText(claim, isAdmin)}</span>
      </p>
      {due && (
        <div className="flex flex-wrap gap-2">
          {confirmable(claim, isAdmin).map((wait) => (
            <Button
              key={wait}
              variant="secondary"
              size="small"
              disabled={busy}
              onClick={() => void verdict.confirm(claim, wait).then(({ done }) => done && onDone())}
            >
              {confirmWords[wait]}
            </Button>
          ))}
          {isAdmin && (
            <ButtonLink
              href={deskPaths.payouts({ status: claim.waitsFor.length > 0 ? "waiting" : "ready" })}
              variant="quiet"
              size="small"
            >
              Open payouts
            </ButtonLink>
          )}
          {isAdmin && claim.waitsFor.length === 0 && claim.approvedBy?.id !== caller.id && (
            <Button size="small" disabled={busy} onClick={() => setPaying(true)}>
              Mark paid
            </Button>
          )}
          {isAdmin && (
            <Button variant="quiet" size="small" disabled={busy} onClick={() => forfeiting.open(true)}>
              Forfeit
            </Button>
          )}
        </div>
      )}
      <Sheet
        open={paying}
        onClose={() => setPaying(false)}
        size="dialog"
        title="Mark as paid?"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" size="small" onClick={() => setPaying(false)}>
              Cancel
            </Button>
            <Button size="small" busy={busy} onClick={() => void pay()}>
              It is paid
            </Button>
          </div>
        }
      >
        {prizeText(claim)} to {claim.playerName}. This cannot be taken back.
      </Sheet>
      <ReasonDialog
        key={forfeiting.times}
        open={forfeiting.isOpen}
        title="Forfeit this prize?"
        about={`${prizeText(claim)} will not be paid to ${claim.playerName}${claim.prizeType === "monetary" ? "; the money returns to the course's pot" : ""}. This cannot be taken back.`}
        hint="It stands in the claim's history."
        usual={forfeitReasons}
        action="Forfeit Prize"
        busy={busy}
        onClose={forfeiting.close}
        onSubmit={(reason) => void forfeit(reason)}
      />
    </div>
  );
}

function payoutText({ payoutStatus, waitsFor, steps }: AdminClaim, isAdmin: boolean): string {
  if (payoutStatus === "paid") return "Paid out";
  if (payoutStatus === "forfeited") {
    const reason = steps.findLast(({ step }) => step === "forfeited")?.note;
    return reason ? `Forfeited: ${reason}` : "Forfeited";
  }
  if (waitsFor.length > 0) return `Payout waits for ${list(waitsFor.map((wait) => waitWords[wait]))}.`;
  return isAdmin ? "Payout is ready." : "Payout is ready; an administrator marks it paid.";
}
