/** The dialogs of a payout: age, tax form, payment and forfeit. */
import { ageDocuments, claimRoutes, paymentMethods, type PayoutWait, taxFormKinds } from "#features/claims/contract.ts";
import { type Payout, payoutRoutes } from "#features/claims/payout-contract.ts";
import { documentWords, methodWords } from "#features/claims/rules.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { prizeText } from "./claim-facts.ts";
import { forfeitReasons, ReasonDialog } from "./reason-dialog.tsx";
import { type PayoutSteps, usePayoutForm } from "./use-payout-steps.ts";

export type PayoutStep = Extract<PayoutWait, "age_18" | "tax_form"> | "pay" | "came_back" | "forfeit";

interface PayoutDialogsProps {
  /** The open step, if any. */
  step: PayoutStep | undefined;
  payout: Payout;
  /** The present tax year. */
  year: number;
  steps: PayoutSteps;
  onClose: () => void;
}

/** Give it a new key at each opening. */
export function PayoutDialogs({ step, payout, year, steps, onClose }: PayoutDialogsProps) {
  const recording = { payout, done: "Recorded", failed: "Failed to record", onDone: onClose };
  const age = usePayoutForm(claimRoutes.confirmForPayout, { ...recording, also: { confirmed: "age_18" } });
  const taxForm = usePayoutForm(claimRoutes.confirmForPayout, { ...recording, also: { confirmed: "tax_form" } });
  const pay = usePayoutForm(claimRoutes.payClaim, {
    payout,
    done: "Marked as paid",
    failed: "Failed to mark as paid",
    onDone: onClose,
  });
  const back = usePayoutForm(payoutRoutes.prizeCameBack, {
    payout,
    done: "Due again",
    failed: "Failed to record",
    onDone: onClose,
  });
  const prize = `${prizeText(payout)} for ${payout.playerName}`;
  const alone = payout.guestOf !== null;
  return (
    <>
      <FormDialog
        form={age}
        open={step === "age_18"}
        onClose={onClose}
        title="Age 18 or over"
        about={
          alone
            ? `${prize}. A guest's record holds for this claim alone.`
            : `${prize}. The record holds for this player's later claims, too.`
        }
        action="Record age"
      >
        <SelectField label="Document seen" {...age.field("document")} defaultValue={ageDocuments[0]}>
          {ageDocuments.map((document) => (
            <option key={document} value={document}>
              {documentWords[document]}
            </option>
          ))}
        </SelectField>
        <Note {...age.field("note")} hint="Never write a document's number." />
      </FormDialog>
      <FormDialog
        form={taxForm}
        open={step === "tax_form"}
        onClose={onClose}
        title="Tax form received"
        about={
          alone ? `${prize}. A guest's record holds for this claim alone.` : `${prize}. The record holds for ${year}.`
        }
        action="Record tax form"
      >
        <SelectField
          label="Form"
          {...taxForm.field("form")}
          hint="W-9 for US persons, W-8BEN for anyone else."
          defaultValue={taxFormKinds[0]}
        >
          {taxFormKinds.map((form) => (
            <option key={form}>{form}</option>
          ))}
        </SelectField>
        <Note {...taxForm.field("note")} hint="Such as where the paper is kept. Never write the tax number." />
      </FormDialog>
      <FormDialog
        form={pay}
        open={step === "pay"}
        onClose={onClose}
        title={payout.prizeType === "monetary" ? `Pay ${prizeText(payout)}?` : "Hand over the prize?"}
        about={`${prize}. Record it once the prize has left your hands.`}
        action={payout.prizeType === "monetary" ? "It is paid" : "It is handed over"}
      >
        <SelectField
          label="How"
          {...pay.field("method")}
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
          {...pay.field("reference")}
          optional
          maxLength={60}
          autoComplete="off"
          hint="Such as the check's number. No card or tax numbers."
        />
      </FormDialog>
      <FormDialog
        form={back}
        open={step === "came_back"}
        onClose={onClose}
        title="Did the prize come back?"
        about={`${prize}. Record it once the money is in the bank again. The prize is then due again, and is approved anew if it needs two.`}
        action="It came back"
        dangerous
      >
        <TextField
          label="Reason"
          {...back.field("reason")}
          autoComplete="off"
          maxLength={1000}
          hint="Such as a returned check, or a wrong account. No account numbers."
        />
      </FormDialog>
      <ReasonDialog
        open={step === "forfeit"}
        busy={steps.busy === payout.claimId}
        onClose={onClose}
        title="Forfeit this prize?"
        about={`${prize} will not be paid${payout.prizeType === "monetary" ? "; the money returns to the course's pot" : ""}. This cannot be taken back.`}
        hint="It stands in the claim's history."
        usual={forfeitReasons}
        action="Forfeit Prize"
        onSubmit={(reason) => void steps.forfeit(payout, reason).then(({ done }) => done && onClose())}
      />
    </>
  );
}

interface NoteProps {
  name: string;
  error: string | undefined;
  hint: string;
}

function Note(field: NoteProps) {
  return <TextField {...field} label="Note" optional maxLength={200} autoComplete="off" />;
}
