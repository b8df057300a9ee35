/** The receipt itself: the only part of the page that is printed. */
import type { Receipt } from "#features/receipts/contract.ts";
import { boughtText, paidByText, receiptNumberText } from "#features/receipts/rules.ts";
import { Facts } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useNamed, useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { receiptWords } from "./words.ts";

export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const words = useWords(receiptWords);
  const translated = useTranslated();
  const named = useNamed();
  const [language] = useLanguage();
  const { course, tax, refunds, payment } = receipt;
  const packageName = named(receipt.packageName, receipt.packageNameEs);
  return (
    <article
      data-receipt
      aria-label={words.receipt}
      className="flex flex-col gap-5 rounded-card bg-card p-5 shadow-card"
    >
      <header>
        <p className="font-display text-2xl font-extrabold tracking-tight wrap-anywhere">{receipt.operator}</p>
        <p className="font-semibold wrap-anywhere">{course.name}</p>
        <p className="text-ink-soft wrap-anywhere">{course.address}</p>
      </header>
      <Facts
        facts={[
          { label: words.receipt, value: receiptNumberText(receipt.number) },
          { label: words.backToOrder, value: receipt.orderNumber },
          { label: words.player, value: receipt.playerName },
          { label: words.paid, value: momentText(receipt.paidAt, course.timeZone, language) },
          { label: words.paidWith, value: paidByText(payment, words) },
        ]}
      />
      <div className="border-y-2 border-ink py-4">
        <Line label={boughtText({ ...receipt, packageName }, words)} amount={receipt.amount} />
        <p className="mt-3 flex items-baseline justify-between gap-4 font-display text-2xl font-bold">
          <span>{words.totalPaid}</span>
          <span className="tabular">{potText(receipt.amount)}</span>
        </p>
        {tax && (
          <div className="mt-1 text-ink-soft">
            <Line label={words.includes(tax.label, tax.rate)} amount={tax.amount} />
          </div>
        )}
      </div>
      {refunds.length > 0 && (
        <section aria-label={words.refunds} className="flex flex-col gap-3">
          <h2 className="text-xl font-bold">{words.refunds}</h2>
          {refunds.map((refund) => (
            <div key={`${refund.createdAt} ${refund.amount}`}>
              <Line label={translated(refund.reason)} amount={-refund.amount} />
              <p className="text-ink-soft">
                {momentText(refund.returnedAt ?? refund.createdAt, course.timeZone, language)},{" "}
                {refund.paidOtherwise
                  ? words[refund.paidOtherwise.method](refund.paidOtherwise.reference)
                  : words[refund.state]}
              </p>
            </div>
          ))}
          <div className="border-t border-line pt-3 font-bold">
            <Line label={words.leftAfter} amount={receipt.net} />
          </div>
          {tax && (
            <div className="-mt-2 text-ink-soft">
              <Line label={words.ofThis(tax.label)} amount={tax.left} />
            </div>
          )}
        </section>
      )}
      <p className="text-ink-soft">{words.policy}</p>
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
