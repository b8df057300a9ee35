/** A change of somebody's account, with its reason. */
import type { ReactNode } from "react";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { type ContractForm, useContractForm } from "#platform/web/contract-form.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";

interface ReasonDialogProps {
  route: typeof peopleRoutes.signPersonOut | typeof peopleRoutes.recoverPerson | typeof peopleRoutes.movePerson;
  personId: string;
  title: string;
  /** What will happen. */
  about: string;
  action: string;
  /** The toast after it. */
  done: string;
  /** Fields over the reason. */
  children?: (field: ContractForm<typeof peopleRoutes.movePerson>["field"]) => ReactNode;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { route, personId, title, about, action, done, children, onClose } = props;
  const words = useWords(peopleWords);
  const [language] = useLanguage();
  // Each of them answers with a person or with a proposal.
  const form = useContractForm(route as typeof peopleRoutes.movePerson, {
    params: { id: personId },
    refusals: { "accounts.email_taken": "email" },
    done: (reply) =>
      reply.status === 202
        ? { title: words.proposed, description: proposedText(reply.body.proposal, language), duration: 5000 }
        : { title: done },
    changes: [peopleRoutes.getPerson],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} open title={title} about={about} action={action} dangerous onClose={onClose}>
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      {children?.(form.field)}
      <TextField label={words.reason} {...form.field("reason")} autoComplete="off" maxLength={500} />
    </FormDialog>
  );
}
