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
import { useLanguage, useWords } from "#platform/web/words.ts";
import { payoutWords } from "./payout-words.ts";

export function ApprovalLimit() {
  const words = useWords(payoutWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(payoutRoutes.getApprovalLimit),
    refetchOnMount: "always",
  });
  return (
    <Card title={words.second}>
      {data ? (
        <>
          <p className="mb-4 text-ink-soft">
            {data.amount === null ? words.oneIsEnough : words.twoAbove(potText(data.amount))}
            {data.setBy && words.setBy(data.setBy)}
            {words.limitAbout}
          </p>
          <LimitForm limited={data.amount !== null} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.limitFailed} />
      ) : (
        <Loading label={words.loadingLimit}>
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Card>
  );
}

const changes = [payoutRoutes.getApprovalLimit, payoutRoutes.listPayouts, claimRoutes.listClaims];

function LimitForm({ limited }: { limited: boolean }) {
  const words = useWords(payoutWords);
  const [language] = useLanguage();
  const failed = words.limitNotSet;
  const limitSet = (description: string) => ({ title: words.limitSet, description });
  const proposed = (made: Proposal) =>
    ({ title: words.proposed, description: proposedText(made, language), duration: 5000 }) as const;
  const form = useContractForm(payoutRoutes.setApprovalLimit, {
    done: ({ status, body }, typed) =>
      status === 202
        ? proposed(body.proposal)
        : limitSet(words.above(potText(readDollars(typed["amount"] ?? "") ?? 0))),
    failed,
    changes,
    clears: true,
  });
  const lift = useAction({
    run: () => call(payoutRoutes.setApprovalLimit, { body: { none: true } }),
    done: ({ status, body }) => (status === 202 ? proposed(body.proposal) : limitSet(words.noLimitNow)),
    failed,
    changes,
  });

  return (
    <form {...form.props} noValidate className="flex flex-col gap-4 print:hidden">
      <TextField
        label={words.dollars}
        {...form.field("amount")}
        inputMode="decimal"
        autoComplete="off"
        placeholder="1000.00"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" busy={form.busy}>
          {words.setLimit}
        </Button>
        {limited && (
          <Button variant="quiet" size="small" disabled={lift.busy} onClick={() => void lift.start()}>
            {words.noLimit}
          </Button>
        )}
      </div>
    </form>
  );
}
