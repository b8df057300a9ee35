/** The payouts of a filter, or a text if there are none. */
import { useRef } from "react";
import type { PayoutStatus } from "#features/claims/payout-contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { PayoutRow } from "./payout-row.tsx";
import { usePayoutSteps } from "./use-payout-steps.ts";
import type { usePayouts } from "./use-payouts.ts";

const empty = {
  waiting: { title: "Nothing waits", text: "A verified claim appears here while something is still to be seen." },
  ready: { title: "Nothing to pay", text: "A payout is ready once everything that it waits for has been seen." },
  paid: { title: "Nothing paid", text: "Prizes that were paid or handed over are kept here." },
  forfeited: { title: "Nothing forfeited", text: "Prizes that were not paid, each with its reason, are kept here." },
} as const;

interface PayoutListProps {
  status: PayoutStatus;
  payouts: ReturnType<typeof usePayouts>;
}

export function PayoutList({ status, payouts }: PayoutListProps) {
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
          {headings[status]}
        </h2>
        {facts && facts.totals.count > 0 && <p className="tabular text-ink-soft">{sumText(facts.totals)}</p>}
      </div>
      {payouts.error && rows && (
        <Banner tone="warning" live="polite">
          The list could not be refreshed. It tries again every 10 seconds.
        </Banner>
      )}
      {!rows || !facts ? (
        payouts.error ? (
          <ErrorState error={payouts.error} onRetry={payouts.refetch} title="We could not load the payouts" />
        ) : (
          <Loading label="Loading the payouts">
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
          </Loading>
        )
      ) : rows.length === 0 ? (
        <EmptyState title={empty[status].title}>{empty[status].text}</EmptyState>
      ) : (
        <>
          <ol aria-label="Payouts" className="flex flex-col gap-4">
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

const headings = {
  waiting: "Waiting",
  ready: "Ready to pay",
  paid: "Paid",
  forfeited: "Forfeited",
} as const;

function sumText({ count, cash, otherPrizes }: { count: number; cash: number; otherPrizes: number }): string {
  const others = otherPrizes === 1 ? "1 other prize" : `${otherPrizes} other prizes`;
  const cashPrizes = count - otherPrizes;
  const parts = [
    ...(cashPrizes > 0 ? [`${potText(cash)} in ${cashPrizes} cash ${cashPrizes === 1 ? "prize" : "prizes"}`] : []),
    ...(otherPrizes > 0 ? [others] : []),
  ];
  return parts.join(" · ");
}
