/** Sorts money of no payment into an account, with a reason. */
import { useState } from "react";
import { type Reconciliation, reconciliationRoutes, sortings } from "#features/payments/reconciliation-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { SelectField, TextArea } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { reconciliationWords } from "./reconciliation-words.ts";

type Into = (typeof sortings)[number];

interface SortDialogProps {
  money: Reconciliation["unsorted"][number];
  courses: Reconciliation["courses"];
  /** Somebody has sorted it meanwhile. */
  isGone: boolean;
  onClose: () => void;
}

export function SortDialog({ money, courses, isGone, onClose }: SortDialogProps) {
  const words = useWords(reconciliationWords);
  const [into, setInto] = useState<Into>("bank");
  const [course, setCourse] = useState("");
  const [reason, setReason] = useState("");
  const courseId = into === "bank" || course === "" ? null : Number(course);
  const sort = useAction({
    run: () =>
      call(reconciliationRoutes.sortTransaction, {
        params: { id: money.id },
        body: { into, ...(courseId === null ? {} : { courseId }), reason: reason.trim() },
      }),
    onDone: onClose,
    done: { title: words.sorted, description: `${potText(money.amount)}, ${money.reference}` },
    changes: [reconciliationRoutes.getReconciliation],
  });
  return (
    <ActionDialog
      open
      title={words.sortAmount(potText(money.amount))}
      action={words.sort}
      disabled={(isGone && !sort.busy) || reason.trim() === "" || (into === "revenue" && courseId === null)}
      unsaved={!isGone && (into !== "bank" || reason.trim() !== "")}
      busy={sort.busy && words.sorting}
      onClose={onClose}
      onAct={() => void sort.start()}
    >
      <div className="flex flex-col gap-5">
        {isGone && !sort.busy && (
          <Banner tone="warning" live="assertive" title={words.goneTitle}>
            {words.gone(potText(money.amount))}
          </Banner>
        )}
        {sort.error && !isGone && (
          <Banner tone="danger" live="assertive" title={words.notSorted}>
            {messageOf(sort.error)}
          </Banner>
        )}
        <p className="wrap-anywhere">{words.whatIsIt(money.reference)}</p>
        <SelectField
          label={words.account}
          value={into}
          onChange={(event) => setInto(sortings.find((one) => one === event.target.value) ?? "bank")}
        >
          {sortings.map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </SelectField>
        {into !== "bank" && (
          <SelectField label={words.course} value={course} onChange={(event) => setCourse(event.target.value)}>
            <option value="">{into === "fees" ? words.house : words.chooseCourse}</option>
            {courses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
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
