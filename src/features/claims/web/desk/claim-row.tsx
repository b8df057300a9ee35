/** One claim of the queue. It takes the focus, so that the keys j and k can move along the claims. */
import { useRef, useState } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useOpening } from "#platform/web/ui/opening.ts";
import { ClaimDetails } from "./claim-details.tsx";
import { holdWords, prizeText, statusLooks, zonedText } from "./claim-facts.ts";
import { ClaimHistory } from "./claim-history.tsx";
import { ClaimPayout } from "./claim-payout.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";
import { needsSecondStep, VerifyDialog } from "./verify-dialog.tsx";

const rejectReasons = [
  "The camera shows the ball beside the hole.",
  "Nobody at the bays saw the ball in this hole.",
  "The ball came from another bay.",
  "The claim was sent by mistake.",
];

interface ClaimRowProps {
  claim: AdminClaim;
  isAdmin: boolean;
  verdict: Verdict;
  /** Milliseconds since 1970. */
  now: number;
}

export function ClaimRow({ claim, isAdmin, verdict, now }: ClaimRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const verifying = useOpening();
  const rejecting = useOpening();
  const [open, setOpen] = useState(false);
  const { timeZone, verificationStatus: status } = claim;
  const busy = verdict.busy === claim.id;
  const pending = status === "pending";
  // After a payout or a rejection, a hold has no effect any more.
  const hold = claim.held !== null && (pending || claim.payoutStatus === "due") ? holdWords[claim.held] : undefined;
  // A step removes its buttons, so the row takes the focus.
  const backToRow = () => row.current?.focus({ preventScroll: true });
  const decided = () => {
    verifying.close();
    rejecting.close();
    // After the dialog has given the focus back to its button.
    requestAnimationFrame(() => toNextPending(row.current));
  };
  const verify = () => void verdict.verify(claim).then(({ done }) => done && decided());

  return (
    <li
      ref={row}
      data-claim={claim.id}
      data-pending={pending || undefined}
      tabIndex={-1}
      aria-label={`${claim.playerName}, ${holeFacts[claim.targetHole].name}, ${statusLooks[status].text}`}
      className={cx(
        "flex scroll-my-4 flex-col gap-4 rounded-card border-l-4 bg-card p-5 shadow-card focus:outline-3 focus:outline-offset-2 focus:outline-focus",
        pending ? "border-gold" : "border-transparent",
      )}
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="flex min-w-[min(18rem,100%)] flex-[3] items-start gap-4">
          <HoleFlag hole={claim.targetHole} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="text-xl font-bold wrap-anywhere">{claim.playerName}</h2>
              <StatusBadge tone={statusLooks[status].tone}>{statusLooks[status].text}</StatusBadge>
              {hold && <StatusBadge tone="bad">{hold.badge}</StatusBadge>}
              {claim.seen !== null && (
                <StatusBadge tone={claim.seen ? "good" : "bad"}>
                  {claim.seen ? "Seen at the bay" : "Not seen"}
                </StatusBadge>
              )}
            </div>
            <p className="tabular wrap-anywhere">
              {holeFacts[claim.targetHole].name} ·{" "}
              <span className={cx("font-bold", claim.prizeType === "monetary" && "text-gold-text")}>
                {prizeText(claim)}
              </span>
            </p>
            {claim.freeShot && (
              <p className="text-ink-soft">
                Free shot{claim.teeTime && `, tee time ${zonedText(claim.teeTime, timeZone)}`}
              </p>
            )}
          </div>
        </div>
        <ClaimDetails claim={claim} now={now} />
        <div className="flex gap-3 empty:hidden lg:min-w-44 lg:justify-end lg:empty:flex">
          {pending && (
            <>
              <Button
                size="small"
                data-action="verify"
                busy={busy}
                disabled={hold !== undefined}
                onClick={() => (needsSecondStep(claim) ? verifying.open(true) : verify())}
              >
                Verify
              </Button>
              <Button
                variant="secondary"
                size="small"
                data-action="reject"
                disabled={busy}
                onClick={() => rejecting.open(true)}
              >
                Reject
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2">
        {pending && hold && <p className="min-w-[min(15rem,100%)] flex-1">{hold.about}</p>}
        {status === "verified" && <ClaimPayout claim={claim} isAdmin={isAdmin} verdict={verdict} onDone={backToRow} />}
        {claim.rejectionReason && (
          <p className="min-w-[min(15rem,100%)] flex-1 wrap-anywhere">Reason: {claim.rejectionReason}</p>
        )}
        <Button
          variant="quiet"
          size="small"
          data-action="evidence"
          aria-expanded={open}
          className="ml-auto"
          onClick={() => setOpen(!open)}
        >
          {open ? "Hide evidence" : "Evidence"}
        </Button>
        <ClaimHistory claim={claim} />
      </div>
      {open && <EvidencePanel claimId={claim.id} isAdmin={isAdmin} />}
      <VerifyDialog
        claim={claim}
        open={verifying.isOpen && pending}
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
        onSubmit={(reason) => void verdict.reject(claim, reason).then(({ done }) => done && decided())}
      />
    </li>
  );
}

/** The next claim that waits for a verdict takes the focus; after the last one, the row itself. */
function toNextPending(row: HTMLElement | null): void {
  let next = row?.nextElementSibling;
  while (next && !next.matches("[data-pending]")) next = next.nextElementSibling;
  const target = next instanceof HTMLElement ? next : row;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}
