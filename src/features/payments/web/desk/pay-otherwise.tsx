/** Saying that a refused refund is paid from the bank: another administrator approves it. */
import { useState } from "react";
import { Link } from "wouter";
import { proposalRoutes, proposedText } from "#features/accounts/proposal-contract.ts";
import { otherWays } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { potText } from "#platform/web/ui/money.tsx";

interface Refund {
  id: string;
  amount: number;
  /** The number of the open proposal that it is paid otherwise. */
  proposal: number | null;
}

/** The button, or where its proposal waits. */
export function PayOtherwise({ refund, orderNumber }: { refund: Refund; orderNumber: number }) {
  const [open, setOpen] = useState(false);
  if (refund.proposal !== null)
    return (
      <Link href={deskPaths.proposals()} className="font-semibold underline">
        Paid otherwise: waits for a second administrator
      </Link>
    );
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Pay otherwise
      </Button>
      {open && <Dialog refund={refund} orderNumber={orderNumber} onClose={() => setOpen(false)} />}
    </>
  );
}

const wayWords = { check: "Check", transfer: "Bank transfer" } as const;

function Dialog({ refund, orderNumber, onClose }: { refund: Refund; orderNumber: number; onClose: () => void }) {
  const form = useContractForm(otherwiseRoutes.proposeOtherwise, {
    params: { id: refund.id },
    refusals: { "otherwise.day": "paidOn" },
    done: ({ body }) => ({ title: "Proposed", description: proposedText(body.proposal), duration: 5000 }),
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.getOrderFile, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={`Pay ${potText(refund.amount)} otherwise`}
      about={`The refund of order ${orderNumber} is paid from the bank, and the payment service is not asked for it any more. It counts once another administrator has approved it: hand the check over, or send the transfer, only then.`}
      action="Propose it"
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      <SelectField label="Way" {...form.field("method")}>
        {otherWays.map((way) => (
          <option key={way} value={way}>
            {wayWords[way]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Number"
        {...form.field("reference")}
        autoComplete="off"
        maxLength={60}
        hint="Of the check or the transfer; the player reads it. No account numbers."
      />
      <TextField label="Day" {...form.field("paidOn")} type="date" />
    </FormDialog>
  );
}
