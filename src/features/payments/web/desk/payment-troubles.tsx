/**
 * What needs a person, above the orders: refunds that the gateway refused, payments that are stuck, claims that wait
 * because of a refund at the gateway, and open disputes. It shows nothing when there is none.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { PayOtherwise } from "./pay-otherwise.tsx";

const REFRESH_MS = 30_000;

export function PaymentTroubles() {
  const troubles = useQuery({
    ...queryFor(paymentRoutes.listPaymentTroubles),
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  if (troubles.error)
    return (
      <Banner tone="warning" title="Payment troubles are not loaded">
        {messageOf(troubles.error)}
      </Banner>
    );
  const { refunds = [], disputes = [], stuck = [], held = [], overpaid = [], strangers = [] } = troubles.data ?? {};
  return (
    <>
      {refunds.length > 0 && (
        <Banner tone="danger" title={`${refunds.length} ${refunds.length === 1 ? "refund" : "refunds"} not paid`}>
          <ul className="flex flex-col gap-3">
            {refunds.map((refund) => (
              <li key={refund.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 wrap-anywhere">
                  {potText(refund.amount)} of <OrderLink order={refund} />: {refund.failure}
                </span>
                {refund.proposal === null && <Retry refundId={refund.id} />}
                <PayOtherwise refund={refund} orderNumber={refund.orderNumber} />
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {stuck.length > 0 && (
        <Banner
          tone="warning"
          title={`${stuck.length} ${stuck.length === 1 ? "payment" : "payments"} without an outcome for 15 minutes`}
        >
          <ul className="flex flex-col gap-1">
            {stuck.map((payment) => (
              <li key={payment.id} className="wrap-anywhere">
                {potText(payment.amount)} of <OrderLink order={payment} />. The payment service is asked again by
                itself; look there whether the money came.
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {overpaid.length > 0 && (
        <Banner tone="danger" title="More went back than was paid">
          <ul className="flex flex-col gap-1">
            {overpaid.map((order) => (
              <li key={order.orderId} className="wrap-anywhere">
                {potText(order.amount)} too much of <OrderLink order={order} />:{" "}
                {order.twice
                  ? "a refund was paid otherwise, and the payment service has paid it, too. Stop the check, or ask the player for the money."
                  : "a refund and a dispute took the same money. Answer the dispute with the refund as evidence."}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {strangers.length > 0 && (
        <Banner tone="warning" title="Money went back for payments that are not in our records">
          <p>
            Another installation uses the same account of the payment service, or a backup from before these payments
            was restored. Look there:
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {strangers.map(({ reference, kind, amount }) => (
              <li key={reference} className="wrap-anywhere">
                {kind === "refund" ? "Refund" : "Dispute"} {reference} of {potText(amount)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {held.length > 0 && (
        <Banner
          tone="warning"
          title={`${held.length} ${held.length === 1 ? "order" : "orders"} with claims, refunded at the payment service`}
        >
          <ul className="flex flex-col gap-1">
            {held.map((order) => (
              <li key={order.orderId} className="wrap-anywhere">
                {potText(order.amount)} of <OrderLink order={order} />: {order.claims}{" "}
                {order.claims === 1 ? "claim waits" : "claims wait"}. Open the order, and decide.
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {disputes.length > 0 && (
        <Banner tone="warning" title={`${disputes.length} open ${disputes.length === 1 ? "dispute" : "disputes"}`}>
          <ul className="flex flex-col gap-1">
            {disputes.map((dispute) => (
              <li key={dispute.id} className="wrap-anywhere">
                {potText(dispute.amount)} of <OrderLink order={dispute} />: {dispute.reason.replaceAll("_", " ")}.
                Answer it in the payment service.
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function OrderLink({ order }: { order: { orderId: string; orderNumber: number } }) {
  return (
    <Link href={deskPaths.adminOrder({ orderId: order.orderId })} className="font-semibold underline">
      order {order.orderNumber}
    </Link>
  );
}

/** Tries a refund again. Of two tries at once the second finds the refund on its way. */
function Retry({ refundId }: { refundId: string }) {
  const retry = useAction({
    run: () => call(paymentRoutes.retryRefund, { params: { id: refundId }, idempotencyKey: randomId() }),
    done: "Refund on its way again",
    failed: "Not sent",
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.searchOrders],
  });
  return (
    <Button variant="secondary" size="small" busy={retry.busy && "Trying..."} onClick={() => void retry.start()}>
      Try again
    </Button>
  );
}
