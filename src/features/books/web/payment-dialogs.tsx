/** Recording a payment of what is owed, and taking one back. */
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { monthName } from "#features/reports/rules.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { booksRoutes, type Remittance, type Statement } from "../contract.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { statementWords } from "./words.ts";

const changes = [booksRoutes.getStatement, booksRoutes.listStatements];

export function PayDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const words = useWords(statementWords);
  const [language] = useLanguage();
  const { of, course, month, payable } = statement;
  const form = useContractForm(booksRoutes.recordPayment, {
    params: { of, courseId: course.id },
    also: { month },
    refusals: { "books.not_owed": "amount" },
    done: (reply) =>
      reply.status === 202
        ? { title: words.proposed, description: proposedText(reply.body.proposal, language), duration: 5000 }
        : { title: words.recorded, description: potText(reply.body.payment.amount) },
    changes,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={of === "range" ? words.payRange : words.remitTax}
      about={words.payAbout(course.name, monthName(month, language), potText(payable))}
      action={words.recordIt}
      onClose={onClose}
    >
      <Refused error={form.refusal} />
      <TextField
        label={words.dollars}
        {...form.field("amount")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={payable.toFixed(2)}
      />
      <TextField
        label={words.reference}
        {...form.field("reference")}
        autoComplete="off"
        maxLength={100}
        hint={words.referenceHint}
      />
    </FormDialog>
  );
}

export function TakeBackDialog({ payment, onClose }: { payment: Remittance; onClose: () => void }) {
  const words = useWords(statementWords);
  const [language] = useLanguage();
  const form = useContractForm(booksRoutes.takePaymentBack, {
    params: { id: payment.id },
    done: { title: words.takenBack, description: words.owedAgain },
    changes,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={words.takeBackAmount(potText(payment.amount))}
      about={words.takeBackAbout(monthName(payment.month, language), payment.reference)}
      action={words.takeItBack}
      dangerous
      onClose={onClose}
    >
      <Refused error={form.refusal} />
      <TextField label={words.reason} {...form.field("reason")} autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}

function Refused({ error }: { error: Error | null }) {
  return (
    error && (
      <Banner tone="warning" live="assertive">
        {messageOf(error)}
      </Banner>
    )
  );
}
