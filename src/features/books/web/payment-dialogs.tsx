/** Recording a payment of what is owed, and taking one back. */
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { monthName } from "#features/reports/rules.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { booksRoutes, type Payment, type Statement } from "../contract.ts";

const changes = [booksRoutes.getStatement, booksRoutes.listStatements];

export function PayDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { of, course, month, payable } = statement;
  const form = useContractForm(booksRoutes.recordPayment, {
    params: { of, courseId: course.id },
    also: { month },
    idempotencyKey: randomId,
    refusals: { "books.not_owed": "amount" },
    done: (reply) =>
      reply.status === 202
        ? { title: "Proposed", description: proposedText(reply.body.proposal), duration: 5000 }
        : { title: "Payment recorded", description: potText(reply.body.payment.amount) },
    changes,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={of === "range" ? "Pay the range" : "Remit the tax"}
      about={`${course.name}, ${monthName(month)}: up to ${potText(payable)}. Record it once the money has left the bank.`}
      action="Record the payment"
      onClose={onClose}
    >
      <Refused error={form.refusal} />
      <TextField
        label="Dollars"
        {...form.field("amount")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={payable.toFixed(2)}
      />
      <TextField
        label="Reference"
        {...form.field("reference")}
        autoComplete="off"
        maxLength={100}
        hint="Such as the transfer's or the check's number. No account numbers."
      />
    </FormDialog>
  );
}

export function TakeBackDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const form = useContractForm(booksRoutes.takePaymentBack, {
    params: { id: payment.id },
    done: { title: "Taken back", description: "It is owed again." },
    changes,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={`Take back ${potText(payment.amount)}?`}
      about={`For ${monthName(payment.month)}, reference ${payment.reference}. A counter-entry says that the money came back to the bank; the payment stays in the books.`}
      action="Take it back"
      dangerous
      onClose={onClose}
    >
      <Refused error={form.refusal} />
      <TextField label="Reason" {...form.field("reason")} autoComplete="off" maxLength={1000} />
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
