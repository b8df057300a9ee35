/** The payouts of a filter, or a text if there are none. */
import { useRef, useState } from "react";
import type { Payout, PayoutStatus } from "#features/claims/payout-contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { DataTable } from "#platform/web/ui/data-table.tsx";
import type { ChoiceFilter } from "#platform/web/ui/filters/filter-fields.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import type { PagedFile } from "#platform/web/ui/table/tools.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { useOpening } from "#platform/web/ui/opening.ts";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { GonePayout } from "./gone-payout.tsx";
import { payoutColumns, sumText } from "./payout-columns.tsx";
import { PayoutDialogs, type PayoutStep } from "./payout-dialogs.tsx";
import { PayoutNext } from "./payout-next.tsx";
import { payoutWords } from "./payout-words.ts";
import { usePayoutSteps } from "./use-payout-steps.ts";
import type { usePayouts } from "./use-payouts.ts";

interface PayoutListProps {
  status: PayoutStatus;
  payouts: ReturnType<typeof usePayouts>;
  years: ChoiceFilter<"year">;
  /** All payouts of the filter, with all details. */
  file: PagedFile;
}

export function PayoutList({ status, payouts, years, file }: PayoutListProps) {
  const words = useWords(payoutWords);
  const area = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = usePayoutSteps();
  // A step moves its row to another list; the focus stays in this one.
  useFocusKept(area, heading);
  const { rows, facts } = payouts;
  const [language] = useLanguage();
  const holes = useHoleFacts();
  // The dialog belongs to the list, not to a row: it stays open when somebody else moves the row, and says so.
  const dialog = useOpening<{ step: PayoutStep; payout: Payout }>();
  const opened = dialog.what;
  const [gone, setGone] = useState<Payout>();
  const isDue = status === "waiting" || status === "ready";
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
      {gone && <GonePayout key={gone.claimId} payout={gone} onClose={() => setGone(undefined)} />}
      <DataTable
        label={words.title}
        rows={rows ?? []}
        columns={payoutColumns({ status, timeZone: facts?.timeZone ?? "UTC", language, holes })}
        keyOf={({ claimId }) => claimId}
        also={[years]}
        file={file}
        instead={
          rows && facts ? undefined : payouts.error ? (
            <ErrorState error={payouts.error} onRetry={payouts.refetch} title={words.failed} />
          ) : (
            <Loading label={words.loading}>
              <Skeleton className="h-44" />
              <Skeleton className="h-44" />
              <Skeleton className="h-44" />
            </Loading>
          )
        }
        {...(isDue && {
          renderBelow: (payout: Payout) => (
            <PayoutNext payout={payout} steps={steps} onOpen={(step) => dialog.open({ step, payout })} />
          ),
        })}
        {...(status === "paid" && {
          // A check may return, or an account may be wrong.
          renderActions: (payout: Payout) =>
            payout.prizeType === "monetary" && (
              <Button variant="quiet" size="small" onClick={() => dialog.open({ step: "came_back", payout })}>
                {words.cameBack}
                <span className="sr-only"> {payout.playerName}</span>
              </Button>
            ),
        })}
        empty={{ title: words[`none_${status}`], text: words[`about_${status}`] }}
      />
      {rows && rows.length > 0 && <ShowMore list={payouts.list} />}
      {opened && facts && (
        <PayoutDialogs
          key={dialog.times}
          step={opened.step}
          payout={opened.payout}
          year={facts.year}
          steps={steps}
          isGone={rows !== undefined && !rows.some(({ claimId }) => claimId === opened.payout.claimId)}
          onGone={() => {
            dialog.close();
            setGone(opened.payout);
          }}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}
