/** The amount above which one administrator approves a payout and another pays it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, type Problems, problemsOf, valuesOf } from "#platform/web/form.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { notify } from "#platform/web/ui/toast.tsx";

export function ApprovalLimit() {
  const { data, error, refetch } = useQuery({
    ...queryFor(payoutRoutes.getApprovalLimit),
    refetchOnMount: "always",
  });
  return (
    <Card title="Second administrator">
      {data ? (
        <>
          <p className="mb-4 text-ink-soft">
            {data.amount === null
              ? "One administrator is enough for every payout."
              : `Above ${potText(data.amount)} one administrator approves a payout and another pays it.`}
            {data.setBy && ` Set by ${data.setBy}.`} A first or lower limit counts at once. A higher one, or none, is
            approved by another administrator, and counts for claims that are made from then on.
          </p>
          <LimitForm limited={data.amount !== null} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the limit" />
      ) : (
        <Loading label="Loading the limit">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Card>
  );
}

type Limit = { amount: number } | { none: true };

function LimitForm({ limited }: { limited: boolean }) {
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  /** @returns whether it was set */
  async function set(limit: Limit): Promise<boolean> {
    setBusy(true);
    try {
      const reply = await call(payoutRoutes.setApprovalLimit, { body: limit });
      if (reply.status === 202) {
        notify({ title: "Proposed", description: proposedText(reply.body.proposal), duration: 5000 });
        return true;
      }
      queries.setQueryData(queryFor(payoutRoutes.getApprovalLimit).queryKey, reply.body);
      for (const route of [payoutRoutes.listPayouts, claimRoutes.listClaims])
        void queries.invalidateQueries({ queryKey: keyOf(route) });
      notify({ title: "Limit set", description: "amount" in limit ? `Above ${potText(limit.amount)}` : "None" });
      return true;
    } catch (error) {
      setProblems(problemsOf(error));
      notify({ title: "Failed to set the limit", description: messageOf(error), variant: "error" });
      return false;
    } finally {
      setBusy(false);
    }
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = check(payoutRoutes.setApprovalLimit.body, valuesOf(form));
    setProblems(values.ok ? {} : { amount: "Give the limit in dollars, from 0 to 1,000,000" });
    if (busy || !values.ok || values.value.amount === undefined) return;
    void set({ amount: values.value.amount }).then((done) => done && form.reset());
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <TextField
        label="Dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="1000.00"
        error={problems["amount"]}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" busy={busy}>
          Set limit
        </Button>
        {limited && (
          <Button variant="quiet" size="small" disabled={busy} onClick={() => void set({ none: true })}>
            No limit
          </Button>
        )}
      </div>
    </form>
  );
}
