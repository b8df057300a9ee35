/** Divides a payout that was made by hand among the courses whose money it was, and the house. */
import { useState } from "react";
import { type Reconciliation, reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { isWholeCents, readDollars, toCents } from "#platform/shared/money.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextArea, TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { reconciliationWords } from "./reconciliation-words.ts";

interface DivideDialogProps {
  payout: Reconciliation["undivided"][number];
  courses: Reconciliation["courses"];
  /** Somebody has divided it meanwhile. */
  isGone: boolean;
  onClose: () => void;
}

const HOUSE = "house";

export function DivideDialog({ payout, courses, isGone, onClose }: DivideDialogProps) {
  const words = useWords(reconciliationWords);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== "");
  const amounts = given.map(([key, text]) => ({ key, amount: readDollars(text) }));
  const isWhole = amounts.every(({ amount }) => amount !== undefined && isWholeCents(amount));
  const parts = amounts.map(({ key, amount = 0 }) => ({
    ...(key === HOUSE ? {} : { courseId: Number(key) }),
    amount,
  }));
  const leftCents = toCents(payout.amount) - parts.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const divide = useAction({
    run: () =>
      call(reconciliationRoutes.dividePayout, {
        params: { id: payout.id },
        body: { parts: parts.filter(({ amount }) => amount !== 0), reason: reason.trim() },
      }),
    onDone: onClose,
    done: { title: words.divided, description: `${potText(payout.amount)}, ${payout.reference}` },
    changes: [reconciliationRoutes.getReconciliation],
  });
  const field = (key: string, label: string, hint?: string) => (
    <TextField
      key={key}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      {...(hint === undefined ? {} : { hint })}
      value={typed[key] ?? ""}
      onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
    />
  );
  return (
    <ActionDialog
      open
      title={words.divideAmount(potText(payout.amount))}
      action={words.divideIt}
      disabled={(isGone && !divide.busy) || !isWhole || leftCents !== 0 || reason.trim() === ""}
      unsaved={!isGone && (given.length > 0 || reason.trim() !== "")}
      busy={divide.busy && words.dividing}
      onClose={onClose}
      onAct={() => void divide.start()}
    >
      <div className="flex flex-col gap-5">
        {isGone && !divide.busy && (
          <Banner tone="warning" live="assertive" title={words.goneTitle}>
            {words.goneDivided(potText(payout.amount))}
          </Banner>
        )}
        {divide.error && !isGone && (
          <Banner tone="danger" live="assertive" title={words.notDivided}>
            {messageOf(divide.error)}
          </Banner>
        )}
        <p className="wrap-anywhere">
          {words.dollarsOf(payout.reference)}
          {isWhole ? words.isLeft(potText(leftCents / 100)) : words.dollarsAndCents}
        </p>
        {courses.map(({ id, name, cash }) => field(String(id), name, words.cashAt(potText(cash))))}
        {field(HOUSE, words.house)}
        <TextArea
          label={words.reason}
          required
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ActionDialog>
  );
}
