/** Each player's payouts in a year, against the year's threshold. */
import { useQuery } from "@tanstack/react-query";
import { type PlayerTotal, payoutRoutes } from "#features/claims/payout-contract.ts";
import { urlOf } from "#platform/shared/route.ts";
import { queryFor } from "#platform/web/query.ts";
import { FileLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { payoutWords } from "./payout-words.ts";

/** @param year undefined is the present one */
export function PlayerTotals({ year }: { year: number | undefined }) {
  const words = useWords(payoutWords);
  const [language] = useLanguage();
  const send = year === undefined ? {} : { query: { year } };
  const totals = useQuery({
    ...queryFor(payoutRoutes.listPayoutTotals, send),
    refetchOnMount: "always",
    refetchInterval: 10_000,
  });
  const file = (
    <FileLink
      variant="quiet"
      size="small"
      className="-mr-4 whitespace-nowrap"
      href={urlOf(payoutRoutes.exportPayoutTotals.path, {}, { ...send.query, ...headsIn(language) })}
    >
      {words.totalsCsv}
    </FileLink>
  );
  if (!totals.data) {
    return (
      <Card title={words.players}>
        {totals.error ? (
          <ErrorState error={totals.error} onRetry={() => void totals.refetch()} title={words.totalsFailed} />
        ) : (
          <Loading label={words.loadingTotals}>
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </Loading>
        )}
      </Card>
    );
  }
  const { players, threshold, more } = totals.data;
  return (
    <Card title={words.paidIn(totals.data.year)} aside={file}>
      <p className="mb-4 text-ink-soft">
        {words.taxNeeded(potText(threshold))}
        {more && words.largest}
      </p>
      {players.length === 0 ? (
        <p className="py-6 text-center">{words.nobodyPaid(totals.data.year)}</p>
      ) : (
        <Players players={players} />
      )}
    </Card>
  );
}

function Players({ players }: { players: readonly PlayerTotal[] }) {
  const words = useWords(payoutWords);
  return (
    <ul className="divide-y divide-line">
      {players.map((player) => (
        <li
          key={player.claimId ?? player.playerId}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
        >
          <div className="min-w-[min(10rem,100%)] flex-1">
            <p className="font-bold wrap-anywhere">{player.playerName}</p>
            <p className="tabular text-ink-soft wrap-anywhere">
              {player.playerId ?? words.guestOf(player.guestOf ?? words.aPlayer)}
            </p>
          </div>
          <div className="ml-auto flex flex-col items-end gap-1">
            <p className="tabular font-bold">{potText(player.cashPaid)}</p>
            <p className="tabular text-ink-soft">
              {words.prizes(player.count)}
              {player.otherPrizesValue > 0 && words.othersWorth(potText(player.otherPrizesValue))}
            </p>
            <TaxForm player={player} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function TaxForm({ player }: { player: PlayerTotal }) {
  const words = useWords(payoutWords);
  if (player.taxFormReceived)
    return <StatusBadge tone="good">{player.taxForm ? words.formReceived(player.taxForm) : words.taxForm}</StatusBadge>;
  // Happens for payouts before the threshold was set or lowered.
  if (player.aboveThreshold) return <StatusBadge tone="bad">{words.formMissing}</StatusBadge>;
  return <StatusBadge tone="neutral">{words.formNotNeeded}</StatusBadge>;
}
