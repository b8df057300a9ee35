/** The player's latest claims in short, each with its progress. */
import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { claimRoutes } from "#features/claims/contract.ts";
import type { Claim } from "#features/play/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { Progress, StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { isOwn } from "../whose.ts";
import { summaryWords } from "./summary-words.ts";

const SHOWN = 3;

export function ClaimsSummary() {
  const words = useWords(summaryWords);
  const { id } = useCaller();
  const { data, error, refetch } = useQuery({
    ...queryFor(claimRoutes.listMyClaims, { params: { id } }),
    refetchOnMount: "always",
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-24" />
      </Loading>
    );
  }
  if (data.claims.length === 0) return <p className="text-ink-soft">{words.none}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {data.claims.slice(0, SHOWN).map((claim) => (
          <ClaimLine key={claim.id} claim={claim} />
        ))}
      </ul>
      <ButtonLink href={paths.claims()} variant="secondary" wide className="mt-4">
        <Trophy aria-hidden className="size-5" />
        {words.all}
      </ButtonLink>
    </>
  );
}

/** The place of a claim in the line of four steps, and the word for it. */
function stageOf(claim: Claim) {
  if (claim.verificationStatus === "pending") return { step: 2, word: "pending", tone: "waiting" } as const;
  if (claim.verificationStatus === "rejected") return { step: 3, word: "rejected", tone: "bad" } as const;
  if (claim.payoutStatus === "forfeited") return { step: 4, word: "forfeited", tone: "bad" } as const;
  if (claim.payoutStatus !== "paid") return { step: 3, word: "verified", tone: "good" } as const;
  return { step: 4, word: claim.prizeType === "monetary" ? "paid" : "handedOver", tone: "good" } as const;
}

function ClaimLine({ claim }: { claim: Claim }) {
  const words = useWords(summaryWords);
  const named = useNamed();
  const caller = useCaller();
  const { step, word, tone } = stageOf(claim);
  return (
    <li className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <HoleFlag hole={claim.targetHole} size={48} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className="font-bold wrap-anywhere">
          {claim.prizeType === "monetary"
            ? potText(claim.prizeAmount)
            : named(claim.prizeDescription, claim.prizeDescriptionEs)}
        </p>
        {!isOwn(claim, caller) && <p className="text-ink-soft wrap-anywhere">{words.claimOf(claim.playerName)}</p>}
        <StatusBadge tone={tone}>{words[word]}</StatusBadge>
        {/* A rejected claim goes nowhere. */}
        {tone !== "bad" && (
          <div className="w-full">
            <Progress value={step} max={4} label={`${words[word]}: ${words.progress(step)}`} />
          </div>
        )}
      </div>
    </li>
  );
}
