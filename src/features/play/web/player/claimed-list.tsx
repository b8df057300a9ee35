/** The claims of a session in short: submitted and under review, never 'won' before the verdict. */
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import type { Claim } from "#features/play/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { weekdayText } from "#platform/web/ui/weekday-text.ts";
import { useNamed } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { claimSheetWords } from "./claim-words.ts";

interface Standing {
  tone: "waiting" | "good" | "bad";
  badge: string;
  note: string;
}

/** @param prize the prize's name in the language of the screen */
function standingOf(claim: Claim, prize: string, words: (typeof claimSheetWords)["en"]): Standing {
  const amount = claim.prizeType === "monetary" ? potText(claim.prizeAmount) : undefined;
  if (claim.verificationStatus === "rejected")
    return { tone: "bad", badge: words.notVerified, note: claim.rejectionReason ?? "" };
  if (claim.payoutStatus === "paid")
    return { tone: "good", badge: amount ? words.paid : words.handedOver, note: amount ?? prize };
  if (claim.payoutStatus === "forfeited") return { tone: "bad", badge: words.forfeited, note: amount ?? prize };
  if (claim.verificationStatus === "verified")
    return {
      tone: "good",
      badge: words.verified,
      note: words.isYours(amount ?? prize),
    };
  return {
    tone: "waiting",
    badge: words.submitted,
    note: amount ? words.isReserved(amount) : prize,
  };
}

/** Money of the pot that is reserved for the claim: gold, as everything about the pot. */
const isSetAside = ({ prizeType, verificationStatus }: Claim) =>
  prizeType === "monetary" && verificationStatus === "pending";

interface ClaimedListProps {
  claims: readonly Claim[];
  /** The session of the player at this screen; claims of others are theirs. */
  ownSessionId: string;
  named: boolean;
}

export function ClaimedList({ claims, ownSessionId, named }: ClaimedListProps) {
  const words = useWords(claimSheetWords);
  const nameOf = useNamed();
  const [language] = useLanguage();
  const [first] = claims;
  const others = claims.filter(({ sessionId }) => sessionId !== ownSessionId);
  const title =
    others.length === 0
      ? claims.length === 1
        ? words.yourClaim
        : words.yourClaims
      : claims.length === 1 && first
        ? words.claimOf(first.playerName)
        : words.claimsOfAll;
  const holeFacts = useHoleFacts();
  return (
    <section aria-labelledby="claimed" className="rounded-card bg-card px-5 py-4 shadow-card">
      <h2 id="claimed" className="text-2xl font-bold tracking-tight">
        {title}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {claims.map((claim) => {
          const { tone, badge, note } = standingOf(
            claim,
            nameOf(claim.prizeDescription, claim.prizeDescriptionEs),
            words,
          );
          return (
            <li key={claim.id} className="flex gap-4 py-4">
              <HoleFlag hole={claim.targetHole} />
              <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
                <div className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <h3 className="text-xl font-bold">{holeFacts[claim.targetHole].name}</h3>
                  <StatusBadge tone={tone}>{badge}</StatusBadge>
                </div>
                {named && (
                  <p className="text-ink-soft wrap-anywhere">
                    {claim.sessionId === ownSessionId ? words.yourClaim : words.claimOf(claim.playerName)}
                  </p>
                )}
                <p
                  className={cx(
                    "tabular wrap-anywhere",
                    isSetAside(claim) && "rounded-xl bg-gold-tint px-3 py-2 font-bold text-gold-text",
                  )}
                >
                  {note}
                </p>
                {tone === "waiting" && (
                  <p className="text-ink-soft">{words.hearBy(weekdayText(claim.dueAt, claim.timeZone, language))}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Link
        href={paths.claims()}
        className="inline-flex min-h-12 items-center gap-2 font-semibold text-accent underline underline-offset-4"
      >
        {words.allClaims}
        <ArrowRight aria-hidden className="size-5" />
      </Link>
    </section>
  );
}
