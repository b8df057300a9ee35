/** `/admin/adjustments`: corrections of the books by hand, and proposing one. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { proposalRoutes, proposedText } from "#features/accounts/proposal-contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { adjustedAccounts, type Adjustment, adjustmentRoutes } from "../adjustment-contract.ts";
import { booksRoutes } from "../contract.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { adjustmentWords } from "./words.ts";

function columnsIn(words: typeof adjustmentWords.en, language: Language): readonly Column<Adjustment>[] {
  const people = ({ proposedBy, approvedBy }: Adjustment) => words.people(proposedBy, approvedBy);
  const at = ({ madeAt, timeZone }: Adjustment) => zonedText(madeAt, timeZone, language);
  return [
    {
      label: words.reason,
      value: ({ reason }) => reason,
      show: (row) => (
        <>
          {row.reason}
          <NarrowNote>{`${row.courseName}: ${words[row.account]}, ${at(row)}, ${people(row)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.course, value: ({ courseName }) => courseName, wideOnly: true, picks: true },
    { label: words.account, value: ({ account }) => words[account], wideOnly: true, picks: true },
    { label: words.amount, align: "right", value: ({ amount }) => amount, show: ({ amount }) => potText(amount) },
    { label: words.when, value: ({ madeAt }) => madeAt, show: at, wideOnly: true },
    { label: words.by, value: people, wideOnly: true },
  ];
}

export function AdjustmentsScreen() {
  const words = useWords(adjustmentWords);
  const [language] = useLanguage();
  const [open, setOpen] = useState(false);
  const list = useQuery({ ...queryFor(adjustmentRoutes.listAdjustments), refetchOnMount: "always" });
  return (
    <ManageShell
      title={words.title}
      lead={words.lead}
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-5" />
          {words.propose}
        </Button>
      }
    >
      {list.data ? (
        <DataTable
          label={words.title}
          rows={list.data.adjustments}
          columns={columnsIn(words, language)}
          keyOf={({ id }) => id}
          empty={{ title: words.none, text: words.noneAbout }}
        />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-40" />
        </Loading>
      )}
      {open && <ProposeDialog onClose={() => setOpen(false)} />}
    </ManageShell>
  );
}

function ProposeDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(adjustmentWords);
  const [language] = useLanguage();
  const { data } = useQuery(queryFor(booksRoutes.listStatements));
  const form = useContractForm(adjustmentRoutes.proposeAdjustment, {
    refusals: { "books.pot_below_zero": "amount" },
    done: ({ body }) => ({ title: words.proposed, description: proposedText(body.proposal, language), duration: 5000 }),
    changes: [adjustmentRoutes.listAdjustments, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={words.propose}
      about={words.about}
      action={words.proposeIt}
      disabled={!data}
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      <SelectField label={words.course} {...form.field("courseId")}>
        {data?.courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.account} {...form.field("account")}>
        {adjustedAccounts.map((account) => (
          <option key={account} value={account}>
            {words[account]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.dollars}
        {...form.field("amount")}
        inputMode="text"
        autoComplete="off"
        placeholder="-12.50"
        hint={words.dollarsHint}
      />
      <TextField label={words.reason} {...form.field("reason")} autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}
