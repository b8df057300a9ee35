/** Proposing to close a course for good: who gets the rest of its pot, and why it closes. */
import { proposalRoutes, proposedText } from "#features/accounts/proposal-contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { closingRoutes, type ClosingState } from "../closing-contract.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { closingWords } from "./closing-words.ts";

export function CloseCourseDialog({ state, onClose }: { state: ClosingState; onClose: () => void }) {
  const words = useWords(closingWords);
  const [language] = useLanguage();
  const { course, rest, receivers } = state;
  const form = useContractForm(closingRoutes.proposeClosing, {
    params: { id: course.id },
    refusals: { "books.no_receiver": "intoCourseId", "books.no_recipient": "recipient" },
    done: ({ body }) => ({ title: words.proposed, description: proposedText(body.proposal, language), duration: 5000 }),
    changes: [closingRoutes.getClosing, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      dangerous
      title={words.question(course.name)}
      about={words.about}
      action={words.proposeIt}
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      {rest > 0 &&
        (receivers.length > 0 ? (
          <SelectField label={words.intoJackpot(potText(rest))} {...form.field("intoCourseId")}>
            {receivers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label={words.fromBank(potText(rest))}
            {...form.field("recipient")}
            autoComplete="off"
            maxLength={100}
            hint={words.recipientHint}
          />
        ))}
      <TextField label={words.reason} {...form.field("reason")} autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}
