/** The orders that were found: a table where there is room, cards where there is not. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { statusOf } from "#features/orders/rules.ts";
import { type FoundOrder, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { receiptNumberText } from "#features/receipts/rules.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import type { Asked } from "./asked.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";
import { orderStateWords } from "./order-state-words.ts";

interface OrderListProps {
  asked: Asked;
  onClear: () => void;
}

export function OrderList({ asked, onClear }: OrderListProps) {
  const words = useWords(orderListWords);
  const list = useInfiniteQuery({
    queryKey: [...keyOf(orderSearchRoutes.searchOrders), asked],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...asked, ...(cursor === null ? {} : { cursor }) };
      return (await call(orderSearchRoutes.searchOrders, { query, signal })).body;
    },
    // The first page has no cursor; its type says that the later ones have one.
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  if (!list.data) {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Loading>
    );
  }
  const orders = list.data.pages.flatMap((page) => page.orders);
  const timeZone = list.data.pages[0]?.timeZone ?? "UTC";
  const narrowed = Object.keys(asked).length > 0;
  if (orders.length === 0) {
    return (
      <EmptyState
        title={narrowed ? words.noneFits : words.none}
        {...(narrowed
          ? {
              action: (
                <Button variant="secondary" onClick={onClear}>
                  {words.showAll}
                </Button>
              ),
            }
          : {})}
      >
        {narrowed ? words.noneFitsAbout : words.noneAbout}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-ink-soft">
        {words.found(orders.length, list.hasNextPage, timeZone)}
      </p>
      <ul aria-label={words.title} className="flex flex-col gap-3">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} timeZone={timeZone} />
        ))}
      </ul>
      {list.error && (
        <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} title={words.nextFailed} />
      )}
      {!list.error && <ShowMore list={list}>{words.showMore}</ShowMore>}
    </div>
  );
}

function OrderRow({ order, timeZone }: { order: FoundOrder; timeZone: string }) {
  const words = useWords(orderListWords);
  const [language] = useLanguage();
  const { tone, text } = statusOf(order, useWords(orderStateWords));
  const receipt =
    order.receiptNumber === null ? words.noReceipt : words.receipt(receiptNumberText(order.receiptNumber));
  return (
    <li>
      <Link
        href={deskPaths.adminOrder({ orderId: order.id })}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 rounded-card bg-card px-5 py-4 shadow-card transition-colors hover:bg-tint lg:grid-cols-[8rem_minmax(0,1.3fr)_minmax(0,1.3fr)_11rem_7rem]"
      >
        <span className="tabular lg:col-start-1 lg:row-span-2">
          <span className="block font-bold">{words.order(order.number)}</span>
          <span className="block text-ink-soft">{receipt}</span>
        </span>
        <span className="tabular text-right lg:col-start-5 lg:row-span-2 lg:row-start-1">
          <span className="block text-xl font-bold">{potText(order.amount)}</span>
          {order.refunded > 0 && <span className="block text-ink-soft">-{potText(order.refunded)}</span>}
        </span>
        <span className="col-span-2 min-w-0 lg:col-span-1 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <span className="line-clamp-2 font-semibold wrap-anywhere">{order.player.name}</span>
          <span className="line-clamp-1 text-ink-soft wrap-anywhere">{order.player.email}</span>
        </span>
        <span className="col-span-2 min-w-0 lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <span className="line-clamp-2 wrap-anywhere">
            {order.packageName} · {order.courseName}
          </span>
          <span className="tabular block text-ink-soft">
            {momentText(order.createdAt, timeZone, language)}
            {order.last4 && words.card(order.last4)}
          </span>
        </span>
        <span className="col-span-2 lg:col-span-1 lg:col-start-4 lg:row-span-2 lg:row-start-1">
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </span>
      </Link>
    </li>
  );
}
