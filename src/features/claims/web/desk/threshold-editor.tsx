/** The thresholds by year, above which a payout needs a tax form. */
import { useQuery } from "@tanstack/react-query";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { readDollars } from "#platform/shared/money.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { payoutWords } from "./payout-words.ts";

/** @param year the present one; undefined until it is known */
export function ThresholdEditor({ year }: { year: number | undefined }) {
  const words = useWords(payoutWords);
  const query = queryFor(payoutRoutes.listPayoutThresholds);
  const known = useQuery({ ...query, refetchOnMount: "always" });
  if (!known.data) {
    return (
      <Card title={words.threshold}>
        {known.error ? (
          <ErrorState error={known.error} onRetry={() => void known.refetch()} title={words.thresholdsFailed} />
        ) : (
          <Loading label={words.loadingThresholds}>
            <Skeleton className="h-24" />
          </Loading>
        )}
      </Card>
    );
  }
  const { thresholds, houseDefault } = known.data;
  const facts = thresholds.map((set, at) => {
    const next = thresholds[at + 1];
    const last = next && next.year - 1;
    return {
      label:
        last === undefined
          ? words.fromYear(set.year)
          : last === set.year
            ? String(set.year)
            : words.years(set.year, last),
      value: `${potText(set.amount)}${set.setBy ? ` · ${set.setBy}` : ""}`,
    };
  });
  const first = thresholds[0];
  const house = {
    label: first ? words.before(first.year) : words.everyYear,
    value: `${potText(houseDefault)} · ${words.housePolicy}`,
  };
  return (
    <Card title={words.threshold}>
      <p className="mb-4 text-ink-soft">{words.thresholdAbout(known.data.timeZone)}</p>
      <Facts facts={[house, ...facts]} />
      {year !== undefined && <ThresholdForm year={year} />}
    </Card>
  );
}

function ThresholdForm({ year }: { year: number }) {
  const words = useWords(payoutWords);
  const form = useContractForm(payoutRoutes.setPayoutThreshold, {
    done: (_, typed) => ({
      title: words.thresholdSet,
      description: words.thresholdFrom(potText(readDollars(typed["amount"] ?? "") ?? 0), typed["year"] ?? ""),
    }),
    failed: words.thresholdNotSet,
    changes: [
      payoutRoutes.listPayoutThresholds,
      payoutRoutes.listPayouts,
      payoutRoutes.listPayoutTotals,
      claimRoutes.listClaims,
    ],
    clears: true,
  });

  return (
    <form {...form.props} noValidate className="mt-6 flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap gap-4">
        <div className="min-w-30 flex-1">
          <TextField
            label={words.firstYear}
            {...form.field("year")}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={year}
          />
        </div>
        <div className="min-w-40 flex-[2]">
          <TextField
            label={words.dollars}
            {...form.field("amount")}
            inputMode="decimal"
            autoComplete="off"
            placeholder="2000.00"
          />
        </div>
      </div>
      <Button type="submit" variant="secondary" size="small" className="self-start" busy={form.busy}>
        {words.setThreshold}
      </Button>
    </form>
  );
}
