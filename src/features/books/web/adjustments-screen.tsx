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
import { momentText } from "#platform/web/ui/time.ts";
import { accountWords, adjustedAccounts, type Adjustment, adjustmentRoutes } from "../adjustment-contract.ts";
import { booksRoutes } from "../contract.ts";

const people = ({ proposedBy, approvedBy }: Adjustment) => `${proposedBy} and ${approvedBy}`;

const columns: readonly Column<Adjustment>[] = [
  {
    label: "Reason",
    value: ({ reason }) => reason,
    show: (row) => (
      <>
        {row.reason}
        <NarrowNote>{`${row.courseName}: ${accountWords[row.account]}, ${momentText(row.madeAt)}, ${people(row)}`}</NarrowNote>
      </>
    ),
  },
  { label: "Course", value: ({ courseName }) => courseName, wideOnly: true },
  { label: "Account", value: ({ account }) => accountWords[account], wideOnly: true },
  { label: "Amount", align: "right", value: ({ amount }) => amount, show: ({ amount }) => potText(amount) },
  { label: "When", value: ({ madeAt }) => madeAt, show: ({ madeAt }) => momentText(madeAt), wideOnly: true },
  { label: "By", value: people, wideOnly: true },
];

export function AdjustmentsScreen() {
  const [open, setOpen] = useState(false);
  const list = useQuery({ ...queryFor(adjustmentRoutes.listAdjustments), refetchOnMount: "always" });
  return (
    <ManageShell
      title="Adjustments"
      lead="Corrections of the books by hand: one administrator proposes, another one approves. The audit names each of them"
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-5" />
          Propose an adjustment
        </Button>
      }
    >
      {list.data ? (
        <DataTable
          label="Adjustments"
          rows={list.data.adjustments}
          columns={columns}
          keyOf={({ id }) => id}
          empty={{ title: "None yet", text: "The books are as orders, prizes and payments made them." }}
        />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} title="The adjustments did not load" />
      ) : (
        <Loading label="Loading the adjustments">
          <Skeleton className="h-40" />
        </Loading>
      )}
      {open && <ProposeDialog onClose={() => setOpen(false)} />}
    </ManageShell>
  );
}

function ProposeDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(queryFor(booksRoutes.listStatements));
  const form = useContractForm(adjustmentRoutes.proposeAdjustment, {
    refusals: { "books.pot_below_zero": "amount" },
    done: ({ body }) => ({ title: "Proposed", description: proposedText(body.proposal), duration: 5000 }),
    changes: [adjustmentRoutes.listAdjustments, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title="Propose an adjustment"
      about="It counts once another administrator has approved it, and stays in the books for good. A wrong one is corrected by its opposite."
      action="Propose it"
      disabled={!data}
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      <SelectField label="Course" {...form.field("courseId")}>
        {data?.courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Account" {...form.field("account")}>
        {adjustedAccounts.map((account) => (
          <option key={account} value={account}>
            {accountWords[account]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Dollars"
        {...form.field("amount")}
        inputMode="text"
        autoComplete="off"
        placeholder="-12.50"
        hint="Above 0 adds to the account, below 0 takes from it."
      />
      <TextField label="Reason" {...form.field("reason")} autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}
