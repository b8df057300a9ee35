/** `/admin/payouts`, for administrators: what we owe to winners, what it waits for, and what was paid. */
import { useSearch } from "wouter";
import { payoutStatuses, payoutRoutes } from "#features/claims/payout-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { ApprovalLimit } from "./approval-limit.tsx";
import { headsIn } from "#platform/web/file-language.ts";
import { PayoutList } from "./payout-list.tsx";
import { payoutWords } from "./payout-words.ts";
import { PlayerTotals } from "./player-totals.tsx";
import { ThresholdEditor } from "./threshold-editor.tsx";
import { usePayouts } from "./use-payouts.ts";

/** The number of years in the picker, with the present one. */
const YEARS = 7;
const REFRESHED_EVERY_SECONDS = 10;

export function PayoutsScreen() {
  const words = useWords(payoutWords);
  const [language] = useLanguage();
  const search = new URLSearchParams(useSearch());
  const step = useStep();
  const status = payoutStatuses.find((known) => known === search.get("status")) ?? "waiting";
  const year = yearOf(search.get("year"));
  const payouts = usePayouts(status, year);
  const present = payouts.facts?.year;
  const filter = { status, ...(year === undefined ? {} : { year }) };
  return (
    <AdminShell
      title={words.title}
      lead={
        <>
          {payouts.facts && words.zone(payouts.facts.timeZone)}
          <Freshness
            updatedAt={payouts.rows ? payouts.updatedAt : 0}
            every={REFRESHED_EVERY_SECONDS}
            failed={payouts.error !== null}
          />
        </>
      }
    >
      <div className="max-w-130">
        <Segmented
          legend={words.show}
          options={payoutStatuses.map((value) => ({ value, label: words[value] }))}
          value={status}
          onChange={(next) => step(deskPaths.payouts({ status: next, ...(year === undefined ? {} : { year }) }))}
        />
      </div>
      <PayoutList
        key={status}
        status={status}
        payouts={payouts}
        file={{ route: payoutRoutes.exportPayouts, query: { ...filter, ...headsIn(language) } }}
        years={{
          kind: "choice",
          name: "year",
          label: words.year,
          every: words.everyYear,
          options: yearsOffered(present, year).map((offered) => ({ value: String(offered), label: String(offered) })),
        }}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <PlayerTotals year={year} />
        <div className="flex min-w-0 flex-col gap-6">
          <ThresholdEditor year={present} />
          <ApprovalLimit />
        </div>
      </div>
    </AdminShell>
  );
}

function yearOf(text: string | null): number | undefined {
  return text && /^20\d\d$/.test(text) ? Number(text) : undefined;
}

/** Latest first. A year from the address is added, even if it is older. */
function yearsOffered(present: number | undefined, asked: number | undefined): number[] {
  const latest = present === undefined ? [] : Array.from({ length: YEARS }, (_, back) => present - back);
  return [...new Set([...latest, ...(asked === undefined ? [] : [asked])])].toSorted((one, two) => two - one);
}
