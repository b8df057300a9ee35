/**
 * The booking's last step, at both of its addresses: `/checkout`, where a session starts at once, and the wizard's step
 * 3, where it is paid ahead. One screen, so that the gateway's form stays where it is when the golfer changes that.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Redirect } from "wouter";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { isFree } from "./order-text.ts";
import { PayScreen } from "./pay-screen.tsx";

// Loaded when idle, because nobody has paid in the first second.
const PaidReady = late(async () => (await import("./confirmation.tsx")).PaidReady);
const FreeReady = late(async () => (await import("./confirmation.tsx")).FreeReady);
const FreeCheckout = late(async () => (await import("./free-checkout.tsx")).FreeCheckout);

interface CheckoutScreenProps extends Omit<CheckoutProps, "checkout"> {
  /** At `/checkout`. */
  now: boolean;
  /** Undefined after a payment, when only the confirmation is left. */
  checkout: Checkout | undefined;
  /** A paid order named in the address. */
  orderId: string | undefined;
  /** Leaves `/checkout`. */
  onBack: () => void;
}

/** A paid order that waits for its start: the address's, the one for these selections, or (without them) any. */
function waitingOrder(
  orders: readonly Order[],
  { checkout, orderId }: Pick<CheckoutScreenProps, "checkout" | "orderId">,
): Order | undefined {
  const waiting = orders.filter(({ status, held }) => status === "paid" && held === null);
  const named = orderId === undefined ? undefined : waiting.find(({ id }) => id === orderId);
  if (named || !checkout) return named ?? waiting[0];
  const { courseId, packageId } = checkout.sessionData;
  return waiting.find((order) => order.courseId === courseId && order.packageId === packageId);
}

export function CheckoutScreen({ now, checkout, orderId, onBack, ...props }: CheckoutScreenProps) {
  const words = useWords(checkoutWords);
  const orders = useQuery({ ...queryFor(orderRoutes.listOrders), refetchOnMount: everyVisit, enabled: !now });
  useEffect(
    () => whenIdle(() => void Promise.allSettled([PaidReady, FreeReady, FreeCheckout].map((part) => part.preload()))),
    [],
  );
  const order = now ? undefined : waitingOrder(orders.data?.orders ?? [], { checkout, orderId });
  if (order) return <PaidReady order={order} onFinished={props.onFinished} />;
  if (checkout && !isFree(checkout)) return <PayScreen now={now} checkout={checkout} onBack={onBack} {...props} />;
  if (checkout)
    return now ? (
      <FreeCheckout checkout={checkout} onBack={onBack} {...props} />
    ) : (
      <FreeReady checkout={checkout} {...props} />
    );
  if (now) return <Redirect to={paths.home()} replace />;
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
