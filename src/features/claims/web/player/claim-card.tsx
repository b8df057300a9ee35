/** One claim of a player. */
import { Trophy } from "lucide-react";
import type { ListedClaim } from "#features/claims/contract.ts";
import type { Claim } from "#features/play/contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useCaller } from "#platform/web/caller.tsx";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { ProgressLine, StatusBadge } from "#platform/web/ui/progress.tsx";
import { useNamed, useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { stepsOf } from "../claim-steps.ts";
import { isOwn } from "../whose.ts";
import { claimWords } from "../words.ts";
import { isWin } from "./wins.ts";

const WinScreen = late(async () => (await import("./win-screen.tsx")).WinScreen, { asked: true });

const badges = {
  pending: { tone: "waiting", text: "underReview" },
  verified: { tone: "good", text: "verified" },
  rejected: { tone: "bad", text: "rejected" },
} as const;

/** The verdict, or the state of the payout after it. */
function badgeOf({ verificationStatus, payoutStatus, prizeType }: Claim) {
  if (payoutStatus === "forfeited") return { tone: "bad", text: "forfeited" } as const;
  if (payoutStatus === "paid") return { tone: "good", text: prizeType === "monetary" ? "paid" : "handedOver" } as const;
  return badges[verificationStatus];
}

export function ClaimCard({ claim }: { claim: ListedClaim }) {
  const words = useWords(claimWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  const named = useNamed();
  const holes = useHoleFacts();
  const { tone, text } = badgeOf(claim);
  const celebrating = useOpening();
  const caller = useCaller();
  const reserved = claim.verificationStatus === "pending" ? words.reserved : "";
  return (
    <article aria-labelledby={`claim-${claim.id}`} className="rounded-card bg-card p-5 shadow-card">
      <div className="flex items-start gap-4">
        <HoleFlag hole={claim.targetHole} size={64} />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <div>
            <h2 id={`claim-${claim.id}`} className="text-2xl leading-tight font-bold tracking-tight">
              {holes[claim.targetHole].name}
            </h2>
            <p className="text-ink-soft wrap-anywhere">{words.at(claim.courseName, claim.bayNumber)}</p>
          </div>
          <StatusBadge tone={tone}>{words[text]}</StatusBadge>
        </div>
      </div>
      <div className="mt-4 border-y border-line py-4">
        {claim.prizeType === "monetary" ? (
          <>
            <p className="text-ink-soft">{reserved || words.jackpot}</p>
            <Pot dollars={claim.prizeAmount} />
          </>
        ) : (
          <p className="text-xl font-bold wrap-anywhere">{named(claim.prizeDescription, claim.prizeDescriptionEs)}</p>
        )}
        <p className="text-ink-soft">{isOwn(claim, caller) ? words.yourClaim : words.claimOf(claim.playerName)}</p>
      </div>
      <div className="mt-5">
        <ProgressLine steps={stepsOf(claim, language, translated)} />
      </div>
      {isWin(claim) && (
        <Button variant="gold" wide className="mt-5" onClick={() => celebrating.open(true)}>
          <Trophy aria-hidden className="size-6" />
          {words.celebrate}
        </Button>
      )}
      {celebrating.isOpen && <WinScreen claim={claim} onClose={celebrating.close} />}
    </article>
  );
}
