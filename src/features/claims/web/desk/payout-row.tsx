/** One payout: the winner, the prize, what it waits for, and the next step. */
import { HandCoins, Hourglass } from "lucide-react";
import type { Payout } from "#features/claims/payout-contract.ts";
import { methodWords } from "#features/claims/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { list, prizeText, waitWords, zonedText } from "./claim-facts.ts";
import { PayoutDialogs, type PayoutStep } from "./payout-dialogs.tsx";
import type { PayoutSteps } from "./use-payout-steps.ts";

interface PayoutRowProps {
  payout: Payout;
  timeZone: string;
  /** The present tax year. */
  year: number;
  steps: PayoutSteps;
}

export function PayoutRow({ payout, timeZone, year, steps }: PayoutRowProps) {
  return (
    <li
      aria-label={`${payout.playerName}, ${prizeText(payout)}`}
      className={cx(
        "flex flex-col gap-4 rounded-card border-l-4 bg-card p-5 shadow-card",
        payout.status === "ready" ? "border-gold" : "border-transparent",
      )}
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="flex min-w-[min(18rem,100%)] flex-[3] items-start gap-4">
          <HoleFlag hole={payout.targetHole} />
          <div className="min-w-0">
            <h3 className="text-xl font-bold wrap-anywhere">{payout.playerName}</h3>
            <p className="tabular wrap-anywhere text-ink-soft">
              {payout.playerId ?? `Guest of ${payout.guestOf ?? "a player"}`}
            </p>
            <p className={cx("tabular font-bold wrap-anywhere", payout.prizeType === "monetary" && "text-gold-text")}>
              {prizeText(payout)}
            </p>
          </div>
        </div>
        <dl className="grid min-w-[min(18rem,100%)] flex-[4] grid-cols-[6.5rem_1fr] gap-x-2 gap-y-0.5">
          {factsOf(payout, timeZone).map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="tabular min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {(payout.status === "waiting" || payout.status === "ready") && (
        <NextStep payout={payout} year={year} steps={steps} />
      )}
      {payout.status === "paid" && payout.prizeType === "monetary" && (
        <CameBack payout={payout} year={year} steps={steps} />
      )}
    </li>
  );
}

function factsOf(payout: Payout, timeZone: string): { label: string; value: string }[] {
  const by = payout.settledBy ? ` by ${payout.settledBy}` : "";
  const facts = [
    { label: "Course", value: `${payout.courseName}, ${holeFacts[payout.targetHole].name}` },
    { label: "Due since", value: zonedText(payout.dueSince, timeZone) },
  ];
  if (payout.teeTime) facts.push({ label: "Tee time", value: zonedText(payout.teeTime, timeZone) });
  if (payout.paidAt) facts.push({ label: "Paid", value: zonedText(payout.paidAt, timeZone) + by });
  const how = [payout.paymentMethod && methodWords[payout.paymentMethod], payout.paymentReference].filter(Boolean);
  if (how.length > 0) facts.push({ label: "How", value: how.join(", ") });
  if (payout.forfeitedAt) facts.push({ label: "Forfeited", value: zonedText(payout.forfeitedAt, timeZone) + by });
  if (payout.forfeitReason) facts.push({ label: "Reason", value: payout.forfeitReason });
  return facts;
}

/** A check may return, or an account may be wrong. */
function CameBack({ payout, year, steps }: Omit<PayoutRowProps, "timeZone">) {
  const dialog = useOpening<PayoutStep>();
  return (
    <div className="flex justify-end border-t border-line pt-4">
      <Button variant="quiet" size="small" onClick={() => dialog.open("came_back")}>
        It came back
      </Button>
      <PayoutDialogs
        key={dialog.times}
        step={dialog.what}
        payout={payout}
        year={year}
        steps={steps}
        onClose={dialog.close}
      />
    </div>
  );
}

function NextStep({ payout, year, steps }: Omit<PayoutRowProps, "timeZone">) {
  const dialog = useOpening<PayoutStep>();
  const busy = steps.busy === payout.claimId;
  const waits = payout.waitsFor;
  const approvedByMe = payout.approvedBy?.id === useCaller().id;
  const Icon = waits.length > 0 ? Hourglass : HandCoins;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
      <p className="flex min-w-[min(15rem,100%)] flex-1 items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span>
          {waits.length > 0 ? `Waits for ${list(waits.map((wait) => waitWords[wait]))}.` : "Everything has been seen."}
          {payout.approvedBy &&
            (approvedByMe
              ? " You approved it: another administrator pays."
              : ` ${payout.approvedBy.name} approved it.`)}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {waits.includes("age_18") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("age_18")}>
            Record age
          </Button>
        )}
        {waits.includes("tax_form") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("tax_form")}>
            Record tax form
          </Button>
        )}
        {waits.includes("tee_time") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => void steps.confirmTeeTime(payout)}>
            Confirm tee time
          </Button>
        )}
        {waits.includes("approval") && (
          <Button size="small" disabled={busy} onClick={() => void steps.approve(payout)}>
            Approve
          </Button>
        )}
        {waits.length === 0 && !approvedByMe && (
          <Button size="small" disabled={busy} onClick={() => dialog.open("pay")}>
            {payout.prizeType === "monetary" ? "Pay" : "Hand over"}
          </Button>
        )}
        <Button variant="quiet" size="small" disabled={busy} onClick={() => dialog.open("forfeit")}>
          Forfeit
        </Button>
      </div>
      <PayoutDialogs
        key={dialog.times}
        step={dialog.what}
        payout={payout}
        year={year}
        steps={steps}
        onClose={dialog.close}
      />
    </div>
  );
}
