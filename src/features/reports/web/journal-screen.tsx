/** `/admin/journal-accounts`: the operator's own account numbers in the journal. */
import { useQuery } from "@tanstack/react-query";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { accountKinds } from "../contract.ts";
import { journalRoutes } from "../journal-contract.ts";

export function JournalScreen() {
  const { data, error, refetch } = useQuery({
    ...queryFor(journalRoutes.listJournalAccounts),
    refetchOnMount: "always",
  });
  return (
    <ManageShell
      title="Journal"
      lead="The account numbers of your accounting program. A month's journal is downloaded from its settlement"
    >
      {data ? (
        <Numbers numbers={Object.fromEntries(data.accounts.map(({ account, number }) => [account, number ?? ""]))} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="The numbers did not load" />
      ) : (
        <Loading label="Loading the numbers">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </ManageShell>
  );
}

function Numbers({ numbers }: { numbers: Readonly<Record<string, string>> }) {
  const form = useContractForm(journalRoutes.setJournalAccounts, {
    done: "Numbers saved",
    failed: "Failed to save the numbers",
    changes: [journalRoutes.listJournalAccounts],
  });
  return (
    <Card>
      <p className="mb-5">Where no number is given, the journal has our own name of the account.</p>
      <form {...form.props} noValidate className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {accountKinds.map(({ account, label }) => (
            <TextField
              key={account}
              label={label}
              {...form.field(account)}
              optional
              maxLength={20}
              autoComplete="off"
              placeholder={account}
              defaultValue={numbers[account]}
            />
          ))}
        </div>
        <Button type="submit" size="small" className="self-start" busy={form.busy}>
          Save numbers
        </Button>
      </form>
    </Card>
  );
}
