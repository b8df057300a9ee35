/** The wizard's step 3: review, pay ahead, and the confirmation from which the session is started. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Redirect } from "wouter";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { useGreeting } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { whenIdle } from "#platform/web/idle.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { BlockedBanner, useOpenSessions } from "./active-session.tsx";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { OrderSummary } from "./order-summary.tsx";
import { isFree } from "./order-text.ts";
import { PaymentForm, WhenToStart } from "./payment-form.tsx";
import { busyText, PaymentProgress } from "./payment-progress.tsx";
import { usePayment } from "./use-payment.ts";
import { paymentWords } from "./words.ts";

// Loaded when idle, because nobody has paid in the first second.
const PaidReady = late(async () => (await import("./confirmation.tsx")).PaidReady);
const FreeReady = late(async () => (await import("./confirmation.tsx")).FreeReady);

interface ReviewScreenProps extends Omit<CheckoutProps, "checkout"> {
  /** Undefined after a payment, when only the confirmation is left. */
  checkout: Checkout | undefined;
  /** A paid order named in the address. */
  orderId: string | undefined;
}

/** A paid order that waits for its start: the address's, the one for these selections, or (without them) any. */
function waitingOrder(
  orders: readonly Order[],
  { checkout, orderId }: Pick<ReviewScreenProps, "checkout" | "orderId">,
): Order | undefined {
  const waiting = orders.filter(({ status, held }) => status === "paid" && held === null);
  const named = orderId === undefined ? undefined : waiting.find(({ id }) => id === orderId);
  if (named || !checkout) return named ?? waiting[0];
  const { courseId, packageId } = checkout.sessionData;
  return waiting.find((order) => order.courseId === courseId && order.packageId === packageId);
}

export function ReviewScreen({ checkout, orderId, ...props }: ReviewScreenProps) {
  const words = useWords(checkoutWords);
  const orders = useQuery({ ...queryFor(orderRoutes.listOrders), refetchOnMount: "always" });
  useEffect(() => whenIdle(() => void Promise.allSettled([PaidReady.preload(), FreeReady.preload()])), []);
  const order = waitingOrder(orders.data?.orders ?? [], { checkout, orderId });
  if (order) return <PaidReady order={order} onFinished={props.onFinished} />;
  if (checkout)
    return isFree(checkout) ? (
      <FreeReady checkout={checkout} {...props} />
    ) : (
      <PayAhead checkout={checkout} {...props} />
    );
  if (orders.data && !orders.isFetching) return <Redirect to={paths.app({ step: 2 })} replace />;
  return (
    <PlayerShell title={words.review} step={{ now: 3, of: 3 }} back={paths.package()}>
      {orders.error ? (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} title={words.orderFailed} />
      ) : (
        <Loading label={words.loadingOrder}>
          <Skeleton className="h-80" />
        </Loading>
      )}
    </PlayerShell>
  );
}

function PayAhead(props: CheckoutProps) {
  const { checkout } = props;
  const words = useWords(checkoutWords);
  const greeting = useGreeting();
  const { bookingNotices } = useFrame();
  const { active } = useOpenSessions();
  const payment = usePayment({ ...props, start: false });
  const [complete, setComplete] = useState(false);
  const busy = payment.phase !== "idle";
  const blocked = active !== undefined || payment.other.order !== undefined;
  return (
    <PlayerShell
      title={words.reviewAndPay}
      greeting={greeting}
      step={{ now: 3, of: 3 }}
      {...(busy ? {} : { back: paths.package() })}
      footer={
        <Button
          type="submit"
          form="pay-ahead"
          size="bay"
          wide
          disabled={!busy && (!complete || blocked)}
          busy={busyText(payment.phase, useWords(paymentWords))}
        >
          {words.pay(priceText(checkout.packageInfo.price))}
        </Button>
      }
    >
      {active && !busy ? <BlockedBanner session={active} /> : bookingNotices}
      <PaymentProgress payment={payment} checkout={checkout} />
      <OrderSummary checkout={checkout} />
      {!busy && <WhenToStart value="later" />}
      <PaymentForm
        id="pay-ahead"
        price={checkout.packageInfo.price}
        problems={payment.problems}
        declined={payment.declined}
        locked={busy || blocked}
        onPay={payment.pay}
        onComplete={setComplete}
      />
      <p>{words.payAhead}</p>
    </PlayerShell>
  );
}
