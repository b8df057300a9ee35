/** The payouts of a filter, or a text if there are none. */
import { useRef } from "react";
import type { PayoutStatus } from "#features/claims/payout-contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { PayoutRow } from "./payout-row.tsx";
import { type PayoutWords, payoutWords } from "./payout-words.ts";
import { usePayoutSteps } from "./use-payout-steps.ts";
import type { usePayouts } from "./use-payouts.ts";

interface PayoutListProps {
  status: PayoutStatus;
  payouts: ReturnType<typeof usePayouts>;
}

export function PayoutList({ status, payouts }: PayoutListProps) {
  const words = useWords(payoutWords);
  const area = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = usePayoutSteps();
  // A step moves its row to another list; the focus stays in this one.
  useFocusKept(area, heading);
  const { rows, facts } = payouts;
  return (
    <div ref={area} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold tracking-tight focus:outline-none">
          {words[`heading_${status}`]}
        </h2>
        {facts && facts.totals.count > 0 && <p className="tabular text-ink-soft">{sumText(facts.totals, words)}</p>}
      </div>
      {payouts.error && rows && (
        <Banner tone="warning" live="polite">
          {words.notRefreshed}
        </Banner>
      )}
      {!rows || !facts ? (
        payouts.error ? (
          <ErrorState error={payouts.error} onRetry={payouts.refetch} title={words.failed} />
        ) : (
          <Loading label={words.loading}>
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
          </Loading>
        )
      ) : rows.length === 0 ? (
        <EmptyState title={words[`none_${status}`]}>{words[`about_${status}`]}</EmptyState>
      ) : (
        <>
          <ol aria-label={words.title} className="flex flex-col gap-4">
            {rows.map((payout) => (
              <PayoutRow
                key={payout.claimId}
                payout={payout}
                timeZone={facts.timeZone}
                year={facts.year}
                steps={steps}
              />
            ))}
          </ol>
          <ShowMore list={payouts.list} />
        </>
      )}
    </div>
  );
}

interface Totals {
  count: number;
  cash: number;
  otherPrizes: number;
}

function sumText({ count, cash, otherPrizes }: Totals, words: PayoutWords): string {
  const cashPrizes = count - otherPrizes;
  const parts = [
    ...(cashPrizes > 0 ? [words.cashPrizes(potText(cash), cashPrizes)] : []),
    ...(otherPrizes > 0 ? [words.otherPrizes(otherPrizes)] : []),
  ];
  return parts.join(" · ");
}
