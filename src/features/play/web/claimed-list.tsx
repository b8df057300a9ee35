/** The claims of a session, in short: submitted and under review, never 'won' before it is verified. */
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import type { Claim } from "#features/play/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";

interface Standing {
  tone: "waiting" | "good" | "bad";
  badge: string;
  note: string;
}

function standingOf(claim: Claim): Standing {
  const amount = claim.prizeType === "monetary" ? potText(claim.prizeAmount) : undefined;
  if (claim.verificationStatus === "rejected")
    return { tone: "bad", badge: "Not verified", note: claim.rejectionReason ?? "" };
  if (claim.payoutStatus === "paid")
    return { tone: "good", badge: amount ? "Paid" : "Handed over", note: amount ?? claim.prizeDescription };
  if (claim.payoutStatus === "forfeited")
    return { tone: "bad", badge: "Forfeited", note: amount ?? claim.prizeDescription };
  if (claim.verificationStatus === "verified")
    return {
      tone: "good",
      badge: "Verified",
      note: amount ? `${amount} is yours` : `${claim.prizeDescription} is yours`,
    };
  return {
    tone: "waiting",
    badge: "Submitted",
    note: amount ? `${amount} is reserved while we review it` : claim.prizeDescription,
  };
}

export function ClaimedList({ claims, named }: { claims: readonly Claim[]; named: boolean }) {
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claimed" className="rounded-card bg-card px-5 py-4 shadow-card">
      <h2 id="claimed" className="text-2xl font-bold tracking-tight">
        {claims.length === 1 ? "Your claim" : "Your claims"}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {claims.map((claim) => {
          const { tone, badge, note } = standingOf(claim);
          return (
            <li key={claim.id} className="flex gap-4 py-4">
              <HoleFlag hole={claim.targetHole} />
              <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
                <div className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <h3 className="text-xl font-bold">{holeFacts[claim.targetHole].name}</h3>
                  <StatusBadge tone={tone}>{badge}</StatusBadge>
                </div>
                {named && <p className="text-ink-soft wrap-anywhere">{claim.playerName}</p>}
                <p className="tabular wrap-anywhere">{note}</p>
                {tone === "waiting" && (
                  <p className="text-base text-ink-soft">We will contact you within one full business day.</p>
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
        All my claims
        <ArrowRight aria-hidden className="size-5" />
      </Link>
    </section>
  );
}
