/** The receipt itself: the one thing on the page that is printed. */
import type { Receipt } from "#features/receipts/contract.ts";
import {
  boughtText,
  paidByText,
  receiptNumberText,
  REFUND_POLICY,
  refundStateWords,
} from "#features/receipts/rules.ts";
import { Facts } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";

export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { course, tax, refunds } = receipt;
  return (
    <article data-receipt aria-label="Receipt" className="flex flex-col gap-5 rounded-card bg-card p-5 shadow-card">
      <header>
        <p className="font-display text-2xl font-extrabold tracking-tight wrap-anywhere">{receipt.operator}</p>
        <p className="font-semibold wrap-anywhere">{course.name}</p>
        <p className="text-base text-ink-soft wrap-anywhere">{course.address}</p>
      </header>
      <Facts
        facts={[
          { label: "Receipt", value: receiptNumberText(receipt.number) },
          { label: "Order", value: receipt.orderNumber },
          { label: "Player", value: receipt.playerName },
          { label: "Paid", value: momentText(receipt.paidAt, course.timeZone) },
          { label: "Paid with", value: paidByText(receipt.payment) },
        ]}
      />
      <div className="border-y-2 border-ink py-4">
        <Line label={boughtText(receipt)} amount={receipt.amount} />
        <p className="mt-3 flex items-baseline justify-between gap-4 font-display text-2xl font-bold">
          <span>Total paid</span>
          <span className="tabular">{potText(receipt.amount)}</span>
        </p>
        {tax && (
          <div className="mt-1 text-base text-ink-soft">
            <Line label={`Includes ${tax.label} (${tax.rate}%)`} amount={tax.amount} />
          </div>
        )}
      </div>
      {refunds.length > 0 && (
        <section aria-label="Refunds" className="flex flex-col gap-3">
          <h2 className="text-xl font-bold">Refunds</h2>
          {refunds.map((refund) => (
            <div key={`${refund.createdAt} ${refund.amount}`}>
              <Line label={refund.reason} amount={-refund.amount} />
              <p className="text-base text-ink-soft">
                {momentText(refund.returnedAt ?? refund.createdAt, course.timeZone)}, {refundStateWords[refund.state]}
              </p>
            </div>
          ))}
          <div className="border-t border-line pt-3 font-bold">
            <Line label="Left after refunds" amount={receipt.net} />
          </div>
        </section>
      )}
      <p className="text-base text-ink-soft">{REFUND_POLICY}</p>
    </article>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <p className="flex items-baseline justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="tabular shrink-0">{potText(amount)}</span>
    </p>
  );
}
