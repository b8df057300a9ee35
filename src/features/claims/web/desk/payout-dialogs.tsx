/** The dialogs of a payout: age, tax form, payment and forfeit. */
import { useEffect, useEffectEvent } from "react";
import { ageDocuments, claimRoutes, payoutMethods, type PayoutWait, taxFormKinds } from "#features/claims/contract.ts";
import { type Payout, payoutRoutes } from "#features/claims/payout-contract.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { prizeText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import { payoutWords } from "./payout-words.ts";
import { forfeitReasons } from "./note-text.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { type PayoutSteps, usePayoutForm } from "./use-payout-steps.ts";

export type PayoutStep = Extract<PayoutWait, "age_18" | "tax_form"> | "pay" | "came_back" | "forfeit";

interface PayoutDialogsProps {
  /** The open step, if any. */
  step: PayoutStep | undefined;
  payout: Payout;
  /** The present tax year. */
  year: number;
  steps: PayoutSteps;
  /** Whether the payout has left the list because of somebody else's step. */
  isGone: boolean;
  /** Called when the payout has left the list without a step of this dialog. */
  onGone: () => void;
  onClose: () => void;
}

/** Give it a new key at each opening. */
export function PayoutDialogs(props: PayoutDialogsProps) {
  const { step, payout, year, steps, isGone, onGone, onClose } = props;
  const words = useWords(payoutWords);
  const facts = useWords(factWords);
  const recording = { payout, done: words.recorded, failed: words.notRecorded, onDone: onClose };
  const age = usePayoutForm(claimRoutes.confirmForPayout, { ...recording, also: { confirmed: "age_18" } });
  const taxForm = usePayoutForm(claimRoutes.confirmForPayout, { ...recording, also: { confirmed: "tax_form" } });
  const pay = usePayoutForm(claimRoutes.payClaim, {
    payout,
    done: facts.paidNow,
    failed: facts.notPaid,
    onDone: onClose,
  });
  const back = usePayoutForm(payoutRoutes.prizeCameBack, {
    payout,
    done: words.dueAgain,
    failed: words.notRecorded,
    onDone: onClose,
  });
  const isActing = [age, taxForm, pay, back].some(({ busy }) => busy) || steps.busy === payout.claimId;
  const tellGone = useEffectEvent(onGone);
  useEffect(() => {
    if (!isGone || isActing) return;
    // Runs later than the effects of this dialog's own step, which close the dialog.
    const timer = setTimeout(() => tellGone(), 0);
    return () => clearTimeout(timer);
  }, [isGone, isActing]);
  const prize = words.prizeFor(prizeText(payout), payout.playerName);
  const alone = payout.guestOf !== null;
  return (
    <>
      <FormDialog
        form={age}
        open={step === "age_18"}
        onClose={onClose}
        title={words.age}
        about={alone ? words.thisClaimAlone(prize) : words.laterClaims(prize)}
        action={words.recordAge}
      >
        <SelectField label={words.document} {...age.field("document")} defaultValue={ageDocuments[0]}>
          {ageDocuments.map((document) => (
            <option key={document} value={document}>
              {words[`document_${document}`]}
            </option>
          ))}
        </SelectField>
        <Note {...age.field("note")} hint={words.neverNumber} />
      </FormDialog>
      <FormDialog
        form={taxForm}
        open={step === "tax_form"}
        onClose={onClose}
        title={words.taxForm}
        about={alone ? words.thisClaimAlone(prize) : words.holdsFor(prize, year)}
        action={words.recordTaxForm}
      >
        <SelectField label={words.form} {...taxForm.field("form")} hint={words.formHint} defaultValue={taxFormKinds[0]}>
          {taxFormKinds.map((form) => (
            <option key={form}>{form}</option>
          ))}
        </SelectField>
        <Note {...taxForm.field("note")} hint={words.paperHint} />
      </FormDialog>
      <FormDialog
        form={pay}
        open={step === "pay"}
        onClose={onClose}
        title={payout.prizeType === "monetary" ? words.payAsk(prizeText(payout)) : words.handOverAsk}
        about={words.payAbout(prize)}
        action={payout.prizeType === "monetary" ? words.isPaid : words.isHandedOver}
      >
        <SelectField
          label={words.how}
          {...pay.field("method")}
          defaultValue={payout.prizeType === "monetary" ? "check" : "handed_over"}
        >
          {payoutMethods.map((method) => (
            <option key={method} value={method}>
              {words[`method_${method}`]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.reference}
          {...pay.field("reference")}
          optional
          maxLength={60}
          autoComplete="off"
          hint={words.referenceHint}
        />
      </FormDialog>
      <FormDialog
        form={back}
        open={step === "came_back"}
        onClose={onClose}
        title={words.backAsk}
        about={words.backAbout(prize)}
        action={words.cameBack}
        dangerous
      >
        <TextField
          label={words.reason}
          {...back.field("reason")}
          autoComplete="off"
          maxLength={1000}
          hint={words.backHint}
        />
      </FormDialog>
      <ReasonDialog
        open={step === "forfeit"}
        busy={steps.busy === payout.claimId}
        onClose={onClose}
        title={facts.forfeitAsk}
        about={words.forfeitAbout(prize, payout.prizeType === "monetary" ? facts.forfeitPot : "")}
        hint={facts.inHistory}
        usual={forfeitReasons(facts)}
        action={facts.forfeitNow}
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
  return <TextField {...field} label={useWords(payoutWords).note} optional maxLength={200} autoComplete="off" />;
}
