/** What a payout waits for, and the next steps. */
import { HandCoins, Hourglass } from "lucide-react";
import type { Payout } from "#features/claims/payout-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { waitsText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import type { PayoutStep } from "./payout-dialogs.tsx";
import { payoutWords } from "./payout-words.ts";
import type { PayoutSteps } from "./use-payout-steps.ts";

interface PayoutNextProps {
  payout: Payout;
  steps: PayoutSteps;
  onOpen: (step: PayoutStep) => void;
}

export function PayoutNext({ payout, steps, onOpen }: PayoutNextProps) {
  const words = useWords(payoutWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const busy = steps.busy === payout.claimId;
  const waits = payout.waitsFor;
  const approvedByMe = payout.approvedBy?.id === useCaller().id;
  const Icon = waits.length > 0 ? Hourglass : HandCoins;
  const whose = <span className="sr-only"> {payout.playerName}</span>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="flex min-w-[min(15rem,100%)] flex-1 items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span>
          {waits.length > 0 ? words.waitsFor(waitsText(waits, language)) : words.allSeen}
          {payout.approvedBy && (approvedByMe ? words.approvedByYou : words.approvedBy(payout.approvedBy.name))}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {waits.includes("age_18") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => onOpen("age_18")}>
            {words.recordAge}
            {whose}
          </Button>
        )}
        {waits.includes("tax_form") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => onOpen("tax_form")}>
            {words.recordTaxForm}
            {whose}
          </Button>
        )}
        {waits.includes("tee_time") && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => void steps.confirmTeeTime(payout)}>
            {facts.confirm_tee_time}
            {whose}
          </Button>
        )}
        {waits.includes("approval") && (
          <Button size="small" disabled={busy} onClick={() => void steps.approve(payout)}>
            {words.approve}
            {whose}
          </Button>
        )}
        {waits.length === 0 && !approvedByMe && (
          <Button size="small" disabled={busy} onClick={() => onOpen("pay")}>
            {payout.prizeType === "monetary" ? words.pay : words.handOver}
            {whose}
          </Button>
        )}
        <Button variant="quiet" size="small" disabled={busy} onClick={() => onOpen("forfeit")}>
          {facts.forfeit}
          {whose}
        </Button>
      </div>
    </div>
  );
}
