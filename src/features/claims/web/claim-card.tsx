/** One claim of a player. */
import type { Claim } from "#features/play/contract.ts";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { ProgressLine, StatusBadge } from "#platform/web/ui/progress.tsx";
import { stepsOf } from "./claim-steps.ts";

const badges = {
  pending: { tone: "waiting", text: "Under review" },
  verified: { tone: "good", text: "Verified" },
  rejected: { tone: "bad", text: "Rejected" },
} as const;

export function ClaimCard({ claim }: { claim: Claim }) {
  const { tone, text } = badges[claim.verificationStatus];
  const reserved = claim.verificationStatus === "pending" ? "Reserved for you: " : "";
  return (
    <article aria-labelledby={`claim-${claim.id}`} className="rounded-card bg-card p-5 shadow-card">
      <div className="flex items-start gap-4">
        <HoleFlag hole={claim.targetHole} size={64} />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <div>
            <h2 id={`claim-${claim.id}`} className="text-2xl leading-tight font-bold tracking-tight">
              {holeFacts[claim.targetHole].name}
            </h2>
            <p className="text-base text-ink-soft wrap-anywhere">
              {claim.courseName} · Bay {claim.bayNumber}
            </p>
          </div>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </div>
      </div>
      <div className="mt-4 border-y border-line py-4">
        {claim.prizeType === "monetary" ? (
          <>
            <p className="text-ink-soft">{reserved || "Jackpot"}</p>
            <Pot dollars={claim.prizeAmount} />
          </>
        ) : (
          <p className="text-xl font-bold wrap-anywhere">{claim.prizeDescription}</p>
        )}
        <p className="text-base text-ink-soft">Claimed for {claim.playerName}</p>
      </div>
      <div className="mt-5">
        <ProgressLine steps={stepsOf(claim)} />
      </div>
    </article>
  );
}
