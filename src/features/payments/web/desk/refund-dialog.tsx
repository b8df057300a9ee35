/** Refunds all that is left of an order or a part, with a reason that the player reads. */
import { useState } from "react";
import { paymentRoutes } from "#features/payments/contract.ts";
import { type OrderFile, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { isWholeCents, readDollars } from "#platform/shared/money.ts";
import { useAction } from "#platform/web/action.ts";
import { ApiError, messageOf } from "#platform/web/api.ts";
import { callOnce } from "#platform/web/call-keys.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { TextArea, TextField } from "#platform/web/ui/field.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { refundWords } from "./refund-words.ts";

interface RefundDialogProps {
  order: OrderFile;
  open: boolean;
  onClose: () => void;
}

type Part = "full" | "part";

/** Give it a new key at each opening: its fields then start afresh. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const words = useWords(refundWords);
  const [part, setPart] = useState<Part>("full");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const problem = part === "part" ? amountProblem(typed, order.refundable, words) : undefined;
  const amount = part === "full" ? order.refundable : (readDollars(typed) ?? 0);
  const amountError = typed.trim() === "" ? undefined : problem;
  // Another administrator may have refunded it while this dialog was open.
  const ready =
    order.refundable > 0 && reason.trim() !== "" && (part === "full" || (typed.trim() !== "" && problem === undefined));

  const refund = useAction({
    run: () => {
      const body = { ...(part === "part" ? { amount } : {}), reason: reason.trim() };
      return callOnce(paymentRoutes.refundOrder, { params: { id: order.id }, body });
    },
    onDone: onClose,
    done: { title: words.onItsWay, description: words.amountOf(potText(amount), order.number) },
    changes: [orderSearchRoutes.searchOrders, orderSearchRoutes.getOrderFile, receiptRoutes.getReceipt],
  });
  return (
    <ActionDialog
      open={open}
      title={words.refundOrder(order.number)}
      action={ready ? words.refundAmount(potText(amount)) : words.refund}
      dangerous
      disabled={!ready}
      unsaved={typed.trim() !== "" || reason.trim() !== ""}
      busy={refund.busy && words.refunding}
      onClose={onClose}
      onAct={() => void refund.start()}
    >
      <div className="flex flex-col gap-5">
        {refund.error && (
          <Banner tone="danger" live="assertive" title={words.notRefunded}>
            {messageOf(refund.error)}
            {refund.error instanceof ApiError && refund.error.isNetworkFailure && words.neverTwice}
          </Banner>
        )}
        <p className="wrap-anywhere">
          {words.leftToRefund(potText(order.refundable), potText(order.amount), order.player.name)}
        </p>
        <Segmented<Part>
          legend={words.howMuch}
          options={[
            { value: "full", label: words.all(potText(order.refundable)) },
            { value: "part", label: words.part },
          ]}
          value={part}
          onChange={setPart}
        />
        {part === "full" && order.session?.status === "active" && <p className="text-ink-soft">{words.endsSession}</p>}
        {part === "part" && (
          <TextField
            label={words.amount}
            inputMode="decimal"
            autoComplete="off"
            {...(amountError ? {} : { hint: words.atMost(potText(order.refundable)) })}
            error={amountError}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <TextArea
          label={words.reason}
          required
          hint={words.reasonHint}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ActionDialog>
  );
}

/** What is wrong with an amount as it is typed; undefined when nothing is. @param most dollars */
function amountProblem(typed: string, most: number, words: typeof refundWords.en): string | undefined {
  const dollars = readDollars(typed);
  if (dollars === undefined || dollars <= 0 || !isWholeCents(dollars)) return words.dollarsAndCents;
  return dollars > most ? words.atMost(potText(most)) : undefined;
}
