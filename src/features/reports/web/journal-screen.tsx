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
import { useWords } from "#platform/web/words.ts";
import { accountWords } from "./ledger-words.ts";
import { journalWords } from "./file-words.ts";

export function JournalScreen() {
  const words = useWords(journalWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(journalRoutes.listJournalAccounts),
    refetchOnMount: "always",
  });
  return (
    <ManageShell title={words.title} lead={words.lead}>
      {data ? (
        <Numbers numbers={Object.fromEntries(data.accounts.map(({ account, number }) => [account, number ?? ""]))} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-96" />
        </Loading>
      )}
    </ManageShell>
  );
}

function Numbers({ numbers }: { numbers: Readonly<Record<string, string>> }) {
  const words = useWords(journalWords);
  const names = useWords(accountWords);
  const form = useContractForm(journalRoutes.setJournalAccounts, {
    done: words.saved,
    failed: words.notSaved,
    changes: [journalRoutes.listJournalAccounts],
  });
  return (
    <Card>
      <p className="mb-5">{words.about}</p>
      <form {...form.props} noValidate className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {accountKinds.map(({ account }) => (
            <TextField
              key={account}
              label={names[account]}
              {...form.field(account)}
              optional
              maxLength={20}
              autoComplete="off"
              defaultValue={numbers[account]}
            />
          ))}
        </div>
        <Button type="submit" size="small" className="self-start" busy={form.busy}>
          {words.save}
        </Button>
      </form>
    </Card>
  );
}
