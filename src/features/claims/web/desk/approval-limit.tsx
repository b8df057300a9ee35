/** The amount above which one administrator approves a payout and another pays it. */
import { useQuery } from "@tanstack/react-query";
import { type Proposal, proposedText } from "#features/accounts/proposal-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { readDollars } from "#platform/shared/money.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";

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

const changes = [payoutRoutes.getApprovalLimit, payoutRoutes.listPayouts, claimRoutes.listClaims];
const failed = "Failed to set the limit";
const limitSet = (description: string) => ({ title: "Limit set", description });
const proposed = (made: Proposal) => ({ title: "Proposed", description: proposedText(made), duration: 5000 }) as const;

function LimitForm({ limited }: { limited: boolean }) {
  const form = useContractForm(payoutRoutes.setApprovalLimit, {
    done: ({ status, body }, typed) =>
      status === 202 ? proposed(body.proposal) : limitSet(`Above ${potText(readDollars(typed["amount"] ?? "") ?? 0)}`),
    failed,
    changes,
    clears: true,
  });
  const lift = useAction({
    run: () => call(payoutRoutes.setApprovalLimit, { body: { none: true } }),
    done: ({ status, body }) => (status === 202 ? proposed(body.proposal) : limitSet("None")),
    failed,
    changes,
  });

  return (
    <form {...form.props} noValidate className="flex flex-col gap-4">
      <TextField
        label="Dollars"
        {...form.field("amount")}
        inputMode="decimal"
        autoComplete="off"
        placeholder="1000.00"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" busy={form.busy}>
          Set limit
        </Button>
        {limited && (
          <Button variant="quiet" size="small" disabled={lift.busy} onClick={() => void lift.start()}>
            No limit
          </Button>
        )}
      </div>
    </form>
  );
}
