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
import { useLanguage, useWords } from "#platform/web/words.ts";
import { refundWords } from "./refund-words.ts";

interface Refund {
  id: string;
  amount: number;
  /** The number of the open proposal that it is paid otherwise. */
  proposal: number | null;
}

/** The button, or where its proposal waits. */
export function PayOtherwise({ refund, orderNumber }: { refund: Refund; orderNumber: number }) {
  const words = useWords(refundWords);
  const [open, setOpen] = useState(false);
  if (refund.proposal !== null)
    return (
      <Link href={deskPaths.proposals()} className="font-semibold underline">
        {words.waitsForSecond}
      </Link>
    );
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {words.payOtherwise}
      </Button>
      {open && <Dialog refund={refund} orderNumber={orderNumber} onClose={() => setOpen(false)} />}
    </>
  );
}

function Dialog({ refund, orderNumber, onClose }: { refund: Refund; orderNumber: number; onClose: () => void }) {
  const words = useWords(refundWords);
  const [language] = useLanguage();
  const form = useContractForm(otherwiseRoutes.proposeOtherwise, {
    params: { id: refund.id },
    refusals: { "otherwise.day": "paidOn" },
    done: ({ body }) => ({ title: words.proposed, description: proposedText(body.proposal, language), duration: 5000 }),
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.getOrderFile, proposalRoutes.listProposals],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={words.payAmountOtherwise(potText(refund.amount))}
      about={words.otherwiseAbout(orderNumber)}
      action={words.propose}
      onClose={onClose}
    >
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      <SelectField label={words.way} {...form.field("method")}>
        {otherWays.map((way) => (
          <option key={way} value={way}>
            {words[way]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.number}
        {...form.field("reference")}
        autoComplete="off"
        maxLength={60}
        hint={words.numberHint}
      />
      <TextField label={words.day} {...form.field("paidOn")} type="date" />
    </FormDialog>
  );
}
