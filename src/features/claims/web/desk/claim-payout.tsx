/** The payout of a verified claim: what it waits for, and its next steps. */
import { HandCoins } from "lucide-react";
import { useState } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { deskShellWords } from "#platform/web/ui/desk-shell-words.ts";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { confirmable, prizeText, waitsText } from "./claim-facts.ts";
import { evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";
import { forfeitReasons, noteText } from "./note-text.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";

interface ClaimPayoutProps {
  claim: AdminClaim;
  isAdmin: boolean;
  verdict: Verdict;
  /** Called after a step, when its button may be gone. */
  onDone: () => void;
}

export function ClaimPayout({ claim, isAdmin, verdict, onDone }: ClaimPayoutProps) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const { cancel } = useWords(deskShellWords);
  const [language] = useLanguage();
  const translate = useTranslated();
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
        <span>{payoutText(claim, isAdmin, language, translate)}</span>
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
              {facts[`confirm_${wait}`]}
            </Button>
          ))}
          {isAdmin && (
            <ButtonLink
              href={deskPaths.payouts({ status: claim.waitsFor.length > 0 ? "waiting" : "ready" })}
              variant="quiet"
              size="small"
            >
              {words.openPayouts}
            </ButtonLink>
          )}
          {isAdmin && claim.waitsFor.length === 0 && claim.approvedBy?.id !== caller.id && (
            <Button size="small" disabled={busy} onClick={() => setPaying(true)}>
              {words.markPaid}
            </Button>
          )}
          {isAdmin && (
            <Button variant="quiet" size="small" disabled={busy} onClick={() => forfeiting.open(true)}>
              {facts.forfeit}
            </Button>
          )}
        </div>
      )}
      <Sheet
        open={paying}
        onClose={() => setPaying(false)}
        size="dialog"
        title={words.paidAsk}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" size="small" onClick={() => setPaying(false)}>
              {cancel}
            </Button>
            <Button size="small" busy={busy} onClick={() => void pay()}>
              {words.isPaid}
            </Button>
          </div>
        }
      >
        {words.paidAbout(prizeText(claim), claim.playerName)}
      </Sheet>
      <ReasonDialog
        key={forfeiting.times}
        open={forfeiting.isOpen}
        title={facts.forfeitAsk}
        about={facts.forfeitAbout(
          prizeText(claim),
          claim.playerName,
          claim.prizeType === "monetary" ? facts.forfeitPot : "",
        )}
        hint={facts.inHistory}
        usual={forfeitReasons(facts)}
        action={facts.forfeitNow}
        busy={busy}
        onClose={forfeiting.close}
        onSubmit={(reason) => void forfeit(reason)}
      />
    </div>
  );
}

function payoutText(
  { payoutStatus, waitsFor, steps }: AdminClaim,
  isAdmin: boolean,
  language: Language,
  translate: (sentence: string) => string,
): string {
  const words = evidenceWords[language];
  if (payoutStatus === "paid") return words.paidOut;
  if (payoutStatus === "forfeited") {
    const reason = steps.findLast(({ step }) => step === "forfeited")?.note;
    return reason
      ? words.forfeitedFor(noteText({ step: "forfeited", note: reason }, language, translate))
      : words.forfeited;
  }
  if (waitsFor.length > 0) return words.waitsFor(waitsText(waitsFor, language));
  return isAdmin ? words.ready : words.readyForAdmin;
}
