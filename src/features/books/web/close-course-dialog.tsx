/** Proposing to close a course for good: who gets the rest of its pot, and why it closes. */
import { proposalRoutes, proposedText } from "#features/accounts/proposal-contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { closingRoutes, type ClosingState } from "../closing-contract.ts";

export function CloseCourseDialog({ state, onClose }: { state: ClosingState; onClose: () => void }) {
  const { course, rest, receivers } = state;
  const form = useContractForm(closingRoutes.proposeClosing, {
    params: { id: course.id },
    refusals: { "books.no_receiver": "intoCourseId", "books.no_recipient": "recipient" },
    done: ({ body }) => ({ title: "Proposed", description: proposedText(body.proposal), duration: 5000 }),
    changes: [closingRoutes.getClosing, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      dangerous
      title={`Close ${course.name} for good?`}
      about="Once another administrator approves it, the course never opens again. Where its jackpot went stands on the prizes page."
      action="Propose it"
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      {rest > 0 &&
        (receivers.length > 0 ? (
          <SelectField label={`${potText(rest)} go to the jackpot of`} {...form.field("intoCourseId")}>
            {receivers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label={`${potText(rest)} are paid from the bank to`}
            {...form.field("recipient")}
            autoComplete="off"
            maxLength={100}
            hint="No other course is open. The prizes page names them."
          />
        ))}
      <TextField label="Reason" {...form.field("reason")} autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}
