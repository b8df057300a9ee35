/** One payout: the winner, the prize, what it waits for, and the next step. */
import { HandCoins, Hourglass } from "lucide-react";
import type { Payout } from "#features/claims/payout-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { prizeText, waitsText, zonedText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import { PayoutDialogs, type PayoutStep } from "./payout-dialogs.tsx";
import { payoutWords } from "./payout-words.ts";
import type { PayoutSteps } from "./use-payout-steps.ts";

interface PayoutRowProps {
  payout: Payout;
  timeZone: string;
  /** The present tax year. */
  year: number;
  steps: PayoutSteps;
}

export function PayoutRow({ payout, timeZone, year, steps }: PayoutRowProps) {
  const words = useWords(payoutWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
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
              {payout.playerId ?? words.guestOf(payout.guestOf ?? words.aPlayer)}
            </p>
            <p className={cx("tabular font-bold wrap-anywhere", payout.prizeType === "monetary" && "text-gold-text")}>
              {prizeText(payout)}
            </p>
          </div>
        </div>
        <dl className="grid min-w-[min(18rem,100%)] flex-[4] grid-cols-[6.5rem_1fr] gap-x-2 gap-y-0.5">
          {factsOf(payout, { timeZone, language, hole: holes[payout.targetHole].name }).map(({ label, value }) => (
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

interface Told {
  timeZone: string;
  language: Language;
  /** The name of the hole. */
  hole: string;
}

function factsOf(payout: Payout, { timeZone, language, hole }: Told): { label: string; value: string }[] {
  const words = payoutWords[language];
  const by = payout.settledBy ? factWords[language].by(payout.settledBy) : "";
  const moment = (instant: string) => zonedText(instant, timeZone, language);
  const facts = [
    { label: words.course, value: `${payout.courseName}, ${hole}` },
    { label: words.dueSince, value: moment(payout.dueSince) },
  ];
  if (payout.teeTime) facts.push({ label: words.teeTime, value: moment(payout.teeTime) });
  if (payout.paidAt) facts.push({ label: words.paidOn, value: moment(payout.paidAt) + by });
  const how = [payout.paymentMethod && words[`method_${payout.paymentMethod}`], payout.paymentReference].filter(
    Boolean,
  );
  if (how.length > 0) facts.push({ label: words.how, value: how.join(", ") });
  if (payout.forfeitedAt) facts.push({ label: words.forfeitedOn, value: moment(payout.forfeitedAt) + by });
  if (payout.forfeitReason) facts.push({ label: words.reason, value: payout.forfeitReason });
  return facts;
}

/** A check may return, or an account may be wrong. */
function CameBack({ payout, year, steps }: Omit<PayoutRowProps, "timeZone">) {
  const words = useWords(payoutWords);
  const dialog = useOpening<PayoutStep>();
  return (
    <div className="flex justify-end border-t border-line pt-4">
      <Button variant="quiet" size="small" onClick={() => dialog.open("came_back")}>
        {words.cameBack}
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
  const words = useWords(payoutWords);
  const dialog = useOpening<PayoutStep>();
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const busy = steps.busy === payout.claimId;
  const waits = payout.waitsFor;
  const approvedByMe = payout.approvedBy?.id === useCaller().id;
  const Icon = waits.length > 0 ? Hourglass : HandCoins;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
      <p className="flex min-w-[min(15rem,100%)] flex-1 items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span>
          {waits.length > 0 ? words.waitsFor(waitsText(waits, language)) : words.allSeen}
          {payout.approvedBy && (approvedByMe ? words.approvedByYou : words.approvedBy(payout.approvedBy.name))}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {waits.includes("age_18") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("age_18")}>
            {words.recordAge}
          </Button>
        )}
        {waits.includes("tax_form") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => dialog.open("tax_form")}>
            {words.recordTaxForm}
          </Button>
        )}
        {waits.includes("tee_time") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => void steps.confirmTeeTime(payout)}>
            {facts.confirm_tee_time}
          </Button>
        )}
        {waits.includes("approval") && (
          <Button size="small" disabled={busy} onClick={() => void steps.approve(payout)}>
            {words.approve}
          </Button>
        )}
        {waits.length === 0 && !approvedByMe && (
          <Button size="small" disabled={busy} onClick={() => dialog.open("pay")}>
            {payout.prizeType === "monetary" ? words.pay : words.handOver}
          </Button>
        )}
        <Button variant="quiet" size="small" disabled={busy} onClick={() => dialog.open("forfeit")}>
          {facts.forfeit}
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
