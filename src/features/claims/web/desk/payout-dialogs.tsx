/** The dialogs of a payout: the age that was seen, the tax form that came, the payment, the forfeit. */
import { useState } from "react";
import { ageDocuments, paymentMethods, type PayoutWait, taxFormKinds } from "#features/claims/contract.ts";
import type { Payout } from "#features/claims/payout-contract.ts";
import { documentWords, methodWords } from "#features/claims/rules.ts";
import type { Problems } from "#platform/web/form.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { prizeText } from "./claim-facts.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Outcome, PayoutSteps } from "./use-payout-steps.ts";

export type PayoutStep = Extract<PayoutWait, "age_18" | "tax_form"> | "pay" | "forfeit";

interface PayoutDialogsProps {
  /** The step that is open, if any. */
  step: PayoutStep | undefined;
  payout: Payout;
  /** The present tax year. */
  year: number;
  steps: PayoutSteps;
  onClose: () => void;
}

/** Give it a new key at each opening. */
export function PayoutDialogs({ step, payout, year, steps, onClose }: PayoutDialogsProps) {
  const busy = steps.busy === payout.claimId;
  const shared = { busy, onClose };
  const [problems, setProblems] = useState<Problems>({});
  const finish = (outcome: Outcome) => {
    if (outcome.done) onClose();
    else setProblems(outcome.problems);
  };
  const prize = `${prizeText(payout)} for ${payout.playerName}`;
  const alone = payout.guestOf !== null;
  return (
    <>
      <FormDialog
        {...shared}
        open={step === "age_18"}
        title="Age 18 or over"
        about={
          alone
            ? `${prize}. A guest's record holds for this claim alone.`
            : `${prize}. The record holds for this player's later claims, too.`
        }
        action="Record age"
        onSubmit={({ document, note }) => {
          const seen = ageDocuments.find((known) => known === document);
          void steps
            .confirm(payout, {
              confirmed: "age_18",
              ...(seen && { document: seen }),
              ...(note && { note }),
            })
            .then(finish);
        }}
      >
        <SelectField label="Document seen" name="document" error={problems["document"]} defaultValue={ageDocuments[0]}>
          {ageDocuments.map((document) => (
            <option key={document} value={document}>
              {documentWords[document]}
            </option>
          ))}
        </SelectField>
        <Note problems={problems} hint="Never write a document's number." />
      </FormDialog>
      <FormDialog
        {...shared}
        open={step === "tax_form"}
        title="Tax form received"
        about={
          alone ? `${prize}. A guest's record holds for this claim alone.` : `${prize}. The record holds for ${year}.`
        }
        action="Record tax form"
        onSubmit={({ form, note }) => {
          const received = taxFormKinds.find((known) => known === form);
          void steps
            .confirm(payout, {
              confirmed: "tax_form",
              ...(received && { form: received }),
              ...(note && { note }),
            })
            .then(finish);
        }}
      >
        <SelectField
          label="Form"
          name="form"
          hint="W-9 for US persons, W-8BEN for anyone else."
          error={problems["form"]}
          defaultValue={taxFormKinds[0]}
        >
          {taxFormKinds.map((form) => (
            <option key={form}>{form}</option>
          ))}
        </SelectField>
        <Note problems={problems} hint="Such as where the paper is kept. Never write the tax number." />
      </FormDialog>
      <FormDialog
        {...shared}
        open={step === "pay"}
        title={payout.prizeType === "monetary" ? `Pay ${prizeText(payout)}?` : "Hand over the prize?"}
        about={`${prize}. Record it once the prize has left your hands. This cannot be taken back.`}
        action={payout.prizeType === "monetary" ? "It is paid" : "It is handed over"}
        onSubmit={({ method, reference }) => {
          const how = paymentMethods.find((known) => known === method);
          void steps.pay(payout, { ...(how && { method: how }), ...(reference && { reference }) }).then(finish);
        }}
      >
        <SelectField
          label="How"
          name="method"
          error={problems["method"]}
          defaultValue={payout.prizeType === "monetary" ? "check" : "handed_over"}
        >
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {methodWords[method]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference"
          name="reference"
          optional
          maxLength={60}
          autoComplete="off"
          hint="Such as the check's number. No card or tax numbers."
          error={problems["reference"]}
        />
      </FormDialog>
      <ReasonDialog
        {...shared}
        open={step === "forfeit"}
        title="Forfeit this prize?"
        about={`${prize} will not be paid${payout.prizeType === "monetary" ? "; the money returns to the course's pot" : ""}. This cannot be taken back.`}
        hint="For example: under 18, or no tax form received."
        action="Forfeit Prize"
        error={problems["reason"]}
        onSubmit={(reason) => void steps.forfeit(payout, reason).then(finish)}
      />
    </>
  );
}

function Note({ problems, hint }: { problems: Problems; hint: string }) {
  return (
    <TextField
      label="Note"
      name="note"
      optional
      maxLength={200}
      autoComplete="off"
      hint={hint}
      error={problems["note"]}
    />
  );
}
