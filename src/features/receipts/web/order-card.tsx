/** One order of a player: what, where, when, its state, and its receipt. */
import { Link } from "wouter";
import type { Order } from "#features/orders/contract.ts";
import { statusOf, wasPaid } from "#features/orders/rules.ts";
import { paths } from "#platform/web/paths.ts";
import { useNamed, useTranslated } from "#platform/web/translate.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { PdfLink } from "./pdf-link.tsx";
import { receiptWords } from "./words.ts";

interface OrderCardProps {
  order: Order;
  /** The course's time zone; undefined for the device's. */
  timeZone: string | undefined;
}

export function OrderCard({ order, timeZone }: OrderCardProps) {
  const words = useWords(receiptWords);
  const translated = useTranslated();
  const named = useNamed();
  const [language] = useLanguage();
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const { tone, text } = statusOf({ status: order.status, refunded, held: order.held }, words);
  return (
    <li className="rounded-card bg-card p-5 shadow-card">
      <article aria-labelledby={`order-${order.id}`}>
        <div className="flex items-baseline justify-between gap-4">
          <h2 id={`order-${order.id}`} className="min-w-0 text-xl leading-tight font-bold wrap-anywhere">
            {named(order.packageName, order.packageNameEs)}
          </h2>
          <span className="tabular shrink-0 text-xl font-bold">{potText(order.amount)}</span>
        </div>
        <p className="mt-1 text-ink-soft wrap-anywhere">{order.courseName}</p>
        <p className="tabular text-ink-soft">
          {momentText(order.createdAt, timeZone, language)} · {words.order(order.number)}
        </p>
        <div className="mt-3">
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </div>
        {order.held && order.status !== "reversed" && (
          <p className="mt-3">
            {order.held === "dispute_lost" ? words.reversedAbout : order.status === "paid" && words.disputedAbout}
          </p>
        )}
        {order.failure && <p className="mt-3 wrap-anywhere">{translated(order.failure)}</p>}
        {order.refunds.length > 0 && (
          <ul aria-label={words.refunds} className="mt-3 flex flex-col gap-1 border-t border-line pt-3">
            {order.refunds.map((refund) => (
              <li key={`${refund.createdAt} ${refund.amount}`} className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  {words.refund(translated(refund.reason))}
                  {refund.paidOtherwise && (
                    <span className="block text-ink-soft">
                      {words[refund.paidOtherwise.method](refund.paidOtherwise.reference)}
                    </span>
                  )}
                </span>
                <span className="tabular shrink-0 font-semibold">-{potText(refund.amount)}</span>
              </li>
            ))}
          </ul>
        )}
        {wasPaid(order) && (
          <div className="mt-3 flex flex-wrap items-center gap-x-6 border-t border-line pt-2">
            <Link
              href={paths.receipt({ orderId: order.id })}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-current"
            >
              {words.receipt}
              <span className="sr-only"> {words.ofOrder(order.number)}</span>
            </Link>
            <PdfLink orderId={order.id} of={words.ofOrder(order.number)} />
            {order.status === "paid" && order.held === null && (
              <ButtonLink href={paths.app({ step: 3, order: order.id })} size="small" className="ml-auto">
                {words.start}
              </ButtonLink>
            )}
          </div>
        )}
      </article>
    </li>
  );
}
