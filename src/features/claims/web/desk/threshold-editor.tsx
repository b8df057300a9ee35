/** The thresholds by year above which a tax form is waited for. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, type Problems, problemsOf, valuesOf } from "#platform/web/form.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { notify } from "#platform/web/ui/toast.tsx";

/** @param year the present one, once it is known */
export function ThresholdEditor({ year }: { year: number | undefined }) {
  const query = queryFor(payoutRoutes.listPayoutThresholds);
  const known = useQuery({ ...query, refetchOnMount: "always" });
  if (!known.data) {
    return (
      <Card title="Tax form threshold">
        {known.error ? (
          <ErrorState
            error={known.error}
            onRetry={() => void known.refetch()}
            title="We could not load the thresholds"
          />
        ) : (
          <Loading label="Loading the thresholds">
            <Skeleton className="h-24" />
          </Loading>
        )}
      </Card>
    );
  }
  const { thresholds, houseDefault } = known.data;
  const facts = thresholds.map((set, at) => {
    const next = thresholds[at + 1];
    const until = next === undefined ? "on" : next.year - 1 === set.year ? "" : `to ${next.year - 1}`;
    return {
      label: `${set.year} ${until}`.trim(),
      value: `${potText(set.amount)}${set.setBy ? ` · ${set.setBy}` : ""}`,
    };
  });
  const first = thresholds[0];
  const house = {
    label: first ? `Before ${first.year}` : "Every year",
    value: `${potText(houseDefault)} · house policy`,
  };
  return (
    <Card title="Tax form threshold">
      <p className="mb-4 text-ink-soft">
        A payout that takes a player above this in a calendar year ({known.data.timeZone}) waits for their tax form.
      </p>
      <Facts facts={[house, ...facts]} />
      {year !== undefined && <ThresholdForm year={year} />}
    </Card>
  );
}

function ThresholdForm({ year }: { year: number }) {
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = check(payoutRoutes.setPayoutThreshold.body, valuesOf(form));
    setProblems(values.ok ? {} : values.problems);
    if (!values.ok) return;
    setBusy(true);
    try {
      const { body } = await call(payoutRoutes.setPayoutThreshold, { body: values.value });
      queries.setQueryData(queryFor(payoutRoutes.listPayoutThresholds).queryKey, body);
      for (const route of [payoutRoutes.listPayouts, payoutRoutes.listPayoutTotals, claimRoutes.listClaims])
        void queries.invalidateQueries({ queryKey: keyOf(route) });
      notify({ title: "Threshold set", description: `${potText(values.value.amount)} from ${values.value.year} on` });
      form.reset();
    } catch (error) {
      setProblems(problemsOf(error));
      notify({ title: "Failed to set the threshold", description: messageOf(error), variant: "error" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="mt-6 flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <div className="flex flex-wrap gap-4">
        <div className="min-w-30 flex-1">
          <TextField
            label="From the year"
            name="year"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={year}
            error={problems["year"]}
          />
        </div>
        <div className="min-w-40 flex-[2]">
          <TextField
            label="Dollars"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="2000.00"
            error={problems["amount"]}
          />
        </div>
      </div>
      <Button type="submit" variant="secondary" size="small" className="self-start" busy={busy}>
        Set threshold
      </Button>
    </form>
  );
}
