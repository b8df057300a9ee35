/**
 * What needs a person, above the orders: refunds that the gateway refused, payments that are stuck, claims that wait
 * because of a refund at the gateway, and open disputes. It shows nothing when there is none.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { paymentRoutes } from "#features/payments/contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { PayOtherwise } from "./pay-otherwise.tsx";
import { RetryRefund } from "./retry-refund.tsx";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { disputeReason } from "#features/orders/dispute-rules.ts";
import { troubleWords } from "./trouble-words.ts";

const REFRESH_MS = 30_000;

export function PaymentTroubles() {
  const words = useWords(troubleWords);
  const translated = useTranslated();
  const [language] = useLanguage();
  const troubles = useQuery({
    ...queryFor(paymentRoutes.listPaymentTroubles),
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  if (troubles.error)
    return (
      <Banner tone="warning" title={words.failed}>
        {messageOf(troubles.error)}
      </Banner>
    );
  const { refunds = [], disputes = [], stuck = [], held = [], overpaid = [], strangers = [] } = troubles.data ?? {};
  return (
    <>
      {refunds.length > 0 && (
        <Banner tone="danger" title={words.refunds(refunds.length)}>
          <ul className="flex flex-col gap-3">
            {refunds.map((refund) => (
              <li key={refund.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 wrap-anywhere">
                  {potText(refund.amount)}
                  {words.of}
                  <OrderLink order={refund} />: {refund.failure && translated(refund.failure)}
                </span>
                {refund.proposal === null && <RetryRefund refundId={refund.id} />}
                <PayOtherwise refund={refund} orderNumber={refund.orderNumber} />
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {stuck.length > 0 && (
        <Banner tone="warning" title={words.stuck(stuck.length)}>
          <ul className="flex flex-col gap-1">
            {stuck.map((payment) => (
              <li key={payment.id} className="wrap-anywhere">
                {potText(payment.amount)}
                {words.of}
                <OrderLink order={payment} />. {words.stuckAbout}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {overpaid.length > 0 && (
        <Banner tone="danger" title={words.overpaid}>
          <ul className="flex flex-col gap-1">
            {overpaid.map((order) => (
              <li key={order.orderId} className="wrap-anywhere">
                {words.tooMuch(potText(order.amount))}
                {words.of}
                <OrderLink order={order} />: {order.twice ? words.twice : words.both}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {strangers.length > 0 && (
        <Banner tone="warning" title={words.strangers}>
          <p>{words.strangersAbout}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {strangers.map(({ reference, kind, amount }) => (
              <li key={reference} className="wrap-anywhere">
                {words.stranger(kind, reference, potText(amount))}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {held.length > 0 && (
        <Banner tone="warning" title={words.held(held.length)}>
          <ul className="flex flex-col gap-1">
            {held.map((order) => (
              <li key={order.orderId} className="wrap-anywhere">
                {potText(order.amount)}
                {words.of}
                <OrderLink order={order} />: {words.waiting(order.claims)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {disputes.length > 0 && (
        <Banner tone="warning" title={words.disputes(disputes.length)}>
          <ul className="flex flex-col gap-1">
            {disputes.map((dispute) => (
              <li key={dispute.id} className="wrap-anywhere">
                {potText(dispute.amount)}
                {words.of}
                <OrderLink order={dispute} />: {words.answer(disputeReason(dispute.reason, language))}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function OrderLink({ order }: { order: { orderId: string; orderNumber: number } }) {
  const words = useWords(troubleWords);
  return (
    <Link href={deskPaths.adminOrder({ orderId: order.orderId })} className="font-semibold underline">
      {words.order(order.orderNumber)}
    </Link>
  );
}
