/** `/admin/orders/{id}`: everything that belongs to an order on one page, and its refund. */
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { statusOf } from "#features/orders/rules.ts";
import { type OrderFile, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { receiptNumberText } from "#features/receipts/rules.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { HeldClaims } from "./held-claims.tsx";
import { AboutOrder, AboutSession, Player } from "./order-file-facts.tsx";
import { Claims, Disputes, Ledger, Payments, Refunds } from "./order-file-money.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { orderFileWords } from "./order-file-words.ts";
import { orderStateWords } from "./order-state-words.ts";

/** A new refund is settled within moments: the page reads again until it is. */
const REFRESH_MS = 3000;

export function OrderFileScreen({ orderId }: { orderId: string }) {
  const words = useWords(orderFileWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(orderSearchRoutes.getOrderFile, { params: { id: orderId } }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (isMoving(state.data?.order) ? REFRESH_MS : false),
  });
  if (data) return <File order={data.order} />;
  return (
    <AdminShell title={words.order}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          title={words.failed}
          elsewhere={<ButtonLink href={deskPaths.adminOrders()}>{words.allOrders}</ButtonLink>}
        />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </Loading>
      )}
    </AdminShell>
  );
}

function isMoving(order: OrderFile | undefined): boolean {
  return order?.status === "charging" || (order?.refunds.some(({ status }) => status === "due") ?? false);
}

function File({ order }: { order: OrderFile }) {
  const words = useWords(orderFileWords);
  const states = useWords(orderStateWords);
  const refunding = useOpening();
  const refunded = order.refunds
    .filter(({ status }) => status !== "dropped" && status !== "cancelled")
    .reduce((sum, { amount }) => sum + amount, 0);
  const refundRefused = order.refunds.some(({ status }) => status === "failed");
  const { tone, text } = statusOf({ status: order.status, refunded, held: order.held, refundRefused }, states);
  return (
    <AdminShell
      title={words.orderNumber(order.number)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge tone={tone}>{text}</StatusBadge> {words.clock(order.course.timeZone)}
        </span>
      }
      actions={
        <>
          {order.receiptNumber !== null && (
            <ButtonLink href={paths.receipt({ orderId: order.id })} variant="secondary" size="small">
              {words.receipt(receiptNumberText(order.receiptNumber))}
            </ButtonLink>
          )}
          {order.refundable > 0 && (
            <Button variant="danger" size="small" onClick={() => refunding.open(true)}>
              <Undo2 aria-hidden className="size-5" />
              {words.refund}
            </Button>
          )}
        </>
      }
    >
      <HeldClaims order={order} />
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <AboutOrder order={order} />
        <Player order={order} />
        <AboutSession order={order} />
      </div>
      <Payments order={order} />
      <Refunds order={order} />
      <Disputes order={order} />
      <Claims order={order} />
      <Ledger order={order} />
      <RefundDialog key={refunding.times} order={order} open={refunding.isOpen} onClose={refunding.close} />
    </AdminShell>
  );
}
