/** The latest winners at a course who agreed to be named. */
import { useQuery } from "@tanstack/react-query";
import { claimRoutes, type Winner } from "#features/claims/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { dayText } from "#platform/web/ui/day-text.ts";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { prizesWords } from "./prizes-words.ts";

export function JackpotWinners({ courseId }: { courseId: number }) {
  const words = useWords(prizesWords);
  const [language] = useLanguage();
  const named = useNamed();
  const prizeOf = ({ prizeType, prizeAmount, prizeDescription, prizeDescriptionEs }: Winner) =>
    prizeType === "monetary" ? potText(prizeAmount) : named(prizeDescription, prizeDescriptionEs);
  const { data, error, refetch } = useQuery({
    ...queryFor(claimRoutes.listWinners, { params: { id: courseId } }),
    refetchOnMount: "always",
  });
  return (
    <Card title={words.winners}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={words.winnersFailed} />}
      {!data && !error && (
        <Loading label={words.loadingWinners}>
          <Skeleton className="h-16" />
        </Loading>
      )}
      {data?.winners.length === 0 && <p className="text-ink-soft">{words.noWinners}</p>}
      {data && data.winners.length > 0 && (
        <>
          <ol className="divide-y divide-line">
            {data.winners.map((winner, index) => (
              // A public win has no id, so its place is the key.
              <li key={index} className="flex items-center gap-4 py-3 first:pt-0">
                <HoleFlag hole={winner.targetHole} size={40} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{winner.name}</span>
                  <span className="block text-ink-soft">{dayText(winner.day, language)}</span>
                </span>
                <span className="tabular max-w-1/2 text-right font-bold wrap-anywhere">{prizeOf(winner)}</span>
              </li>
            ))}
          </ol>
          <p className="mt-3 text-ink-soft">{words.winnersAbout}</p>
        </>
      )}
    </Card>
  );
}
