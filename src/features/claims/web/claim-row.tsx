/** One claim of the queue. It takes the focus, so that j and k can walk over it. */
import { useRef, useState, type ReactNode } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { prizeText, statusLooks, stepText, zonedText } from "./claim-facts.ts";
import { ClaimPayout } from "./claim-payout.tsx";
import { dueDayText } from "./claim-steps.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";

interface ClaimRowProps {
  claim: AdminClaim;
  isAdmin: boolean;
  verdict: Verdict;
  /** Milliseconds since 1970. */
  now: number;
}

export function ClaimRow({ claim, isAdmin, verdict, now }: ClaimRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [rejecting, setRejecting] = useState({ open: false, times: 0 });
  const { timeZone, verificationStatus: status } = claim;
  const busy = verdict.busy === claim.id;
  const pending = status === "pending";
  const closeReject = () => setRejecting(({ times }) => ({ open: false, times }));
  // The buttons go with the verdict: the focus stays on the row.
  const backToRow = () => row.current?.focus({ preventScroll: true });

  return (
    <li
      ref={row}
      data-claim={claim.id}
      tabIndex={-1}
      aria-label={`${claim.playerName}, ${holeFacts[claim.targetHole].name}, ${statusLooks[status].text}`}
      className={cx(
        "flex scroll-my-4 flex-col gap-4 rounded-card border-l-4 bg-card p-5 shadow-card focus:outline-3 focus:outline-offset-2 focus:outline-focus",
        pending ? "border-gold" : "border-transparent",
      )}
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="flex min-w-72 flex-[3] items-start gap-4">
          <HoleFlag hole={claim.targetHole} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-xl font-bold wrap-anywhere">{claim.playerName}</h3>
              <StatusBadge tone={statusLooks[status].tone}>{statusLooks[status].text}</StatusBadge>
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
        <dl className="grid min-w-72 flex-[3] grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
          <Fact label="Claimed">{zonedText(claim.createdAt, timeZone)}</Fact>
          <Fact label="Course">
            {claim.courseName}, bay {claim.bayNumber}
          </Fact>
          {pending && (
            <Fact label="Contact by">
              {now > Date.parse(claim.dueAt) ? (
                <Overdue day={dueDayText(claim.dueAt, timeZone)} />
              ) : (
                dueDayText(claim.dueAt, timeZone)
              )}
            </Fact>
          )}
          {claim.verifiedAt && (
            <Fact label={statusLooks[status].text}>
              {zonedText(claim.verifiedAt, timeZone)}
              {claim.verifiedBy && ` by ${claim.verifiedBy}`}
            </Fact>
          )}
          {claim.rejectionReason && <Fact label="Reason">{claim.rejectionReason}</Fact>}
        </dl>
        {pending && (
          <div className="flex gap-3">
            <Button
              size="small"
              data-action="verify"
              busy={busy}
              onClick={() => void verdict.verify(claim).then((done) => done && backToRow())}
            >
              Verify
            </Button>
            <Button
              variant="secondary"
              size="small"
              data-action="reject"
              disabled={busy}
              onClick={() => setRejecting(({ times }) => ({ open: true, times: times + 1 }))}
            >
              Reject
            </Button>
          </div>
        )}
      </div>
      {status === "verified" && <ClaimPayout claim={claim} isAdmin={isAdmin} verdict={verdict} />}
      <details>
        <summary className="w-fit rounded-lg font-semibold text-ink-soft hover:text-ink">History</summary>
        <ol className="mt-2 flex flex-col gap-1 border-l-2 border-line pl-4">
          {claim.steps.map(({ step, actor, note, createdAt }) => (
            <li key={`${step} ${createdAt}`}>
              <span className="font-semibold">{stepText(step)}</span>
              {actor && ` by ${actor}`}, {zonedText(createdAt, timeZone)}
              {note && `: ${note}`}
            </li>
          ))}
        </ol>
      </details>
      <ReasonDialog
        key={rejecting.times}
        open={rejecting.open}
        title="Reject this claim?"
        about={`${claim.playerName}, ${holeFacts[claim.targetHole].name}: ${prizeText(claim)}. The player will read the reason.`}
        hint="For example: the camera shows the ball beside the hole."
        action="Reject Claim"
        busy={busy}
        onClose={closeReject}
        onSubmit={(reason) =>
          void verdict.reject(claim, reason).then((done) => {
            if (!done) return;
            closeReject();
            backToRow();
          })
        }
      />
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Overdue({ day }: { day: string }) {
  return <strong className="text-danger">Overdue since {day}</strong>;
}
