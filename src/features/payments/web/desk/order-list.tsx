/** The orders that were found, as a table. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import { statusOf } from "#features/orders/rules.ts";
import { type FoundOrder, type OrderSort, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { receiptNumberText } from "#features/receipts/rules.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { NarrowNote } from "#platform/web/ui/data-table.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { type PagedColumn, PagedTable } from "#platform/web/ui/table/paged-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import type { Asked } from "./asked.ts";
import { useOrderFilters } from "./use-order-filters.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";
import { orderStateWords } from "./order-state-words.ts";

interface OrderListProps {
  asked: Asked;
  onAsk: (change: { readonly [Name in keyof Asked]?: string | undefined }, visit?: string) => void;
}

export function OrderList({ asked, onAsk }: OrderListProps) {
  const words = useWords(orderListWords);
  const states = useWords(orderStateWords);
  const [language] = useLanguage();
  const filters = useOrderFilters(asked, onAsk);
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
  const timeZone = list.data?.pages[0]?.timeZone ?? "UTC";
  const columns = useMemo(() => columnsIn(words, states, language, timeZone), [words, states, language, timeZone]);
  return (
    <PagedTable
      label={words.title}
      list={list}
      rowsOf={ordersOf}
      columns={columns}
      keyOf={idOf}
      order={asked.sort ?? "newest"}
      onOrder={(sort) => onAsk({ sort })}
      filters={filters}
      says={{
        failed: words.failed,
        loading: words.loading,
        none: { title: words.none, text: words.noneAbout },
        fits: { title: words.noneFits, text: words.noneFitsAbout },
      }}
      note={words.times(timeZone)}
    />
  );
}

const idOf = ({ id }: FoundOrder) => id;
const ordersOf = ({ orders }: { orders: FoundOrder[] }) => orders;

function columnsIn(
  words: typeof orderListWords.en,
  states: typeof orderStateWords.en,
  language: Language,
  timeZone: string,
): readonly PagedColumn<FoundOrder, OrderSort>[] {
  const receiptOf = ({ receiptNumber }: FoundOrder) =>
    receiptNumber === null ? words.noReceipt : words.receipt(receiptNumberText(receiptNumber));
  const whenOf = ({ createdAt }: FoundOrder) => momentText(createdAt, timeZone, language);
  return [
    {
      label: words.orderColumn,
      value: ({ number }) => number,
      show: (order) => (
        <Link href={deskPaths.adminOrder({ orderId: order.id })} className="block py-1 hover:text-accent">
          <span className="font-bold underline decoration-edge underline-offset-4">{words.order(order.number)}</span>
          <span className="block text-ink-soft max-lg:hidden">{receiptOf(order)}</span>
        </Link>
      ),
    },
    { label: words.receiptColumn, value: receiptOf, withoutColumn: true },
    {
      label: words.player,
      value: ({ player }) => player.name,
      show: (order) => (
        <>
          <span className="line-clamp-2 font-semibold">{order.player.name}</span>
          <span className="line-clamp-1 text-ink-soft max-sm:hidden">{order.player.email}</span>
          <NarrowNote>{`${order.packageName} · ${whenOf(order)}`}</NarrowNote>
          {/* Here, because a badge in the column before would leave no room for a name. */}
          <NarrowNote>
            <OrderState order={order} states={states} />
          </NarrowNote>
        </>
      ),
    },
    { label: words.email, value: ({ player }) => player.email, withoutColumn: true },
    {
      label: words.what,
      value: ({ packageName, courseName }) => `${packageName} · ${courseName}`,
      wideOnly: true,
    },
    {
      label: words.when,
      value: ({ createdAt }) => createdAt,
      show: (order) => (
        <>
          {whenOf(order)}
          {order.last4 && <span className="block text-ink-soft">{words.card(order.last4)}</span>}
        </>
      ),
      orders: { up: "oldest", down: "newest" },
      wideOnly: true,
    },
    {
      label: words.status,
      value: (order) => statusOf(order, states).text,
      show: (order) => <OrderState order={order} states={states} />,
      wideOnly: true,
    },
    {
      label: words.amount,
      align: "right",
      value: ({ amount }) => amount,
      show: ({ amount, refunded }) => (
        <>
          <span className="font-bold">{potText(amount)}</span>
          {refunded > 0 && <span className="block text-ink-soft">-{potText(refunded)}</span>}
        </>
      ),
      orders: { up: "smallest", down: "largest" },
    },
    {
      label: words.refunded,
      align: "right",
      value: ({ refunded }) => refunded,
      withoutColumn: true,
    },
  ];
}

function OrderState({ order, states }: { order: FoundOrder; states: typeof orderStateWords.en }) {
  const { tone, text } = statusOf(order, states);
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
