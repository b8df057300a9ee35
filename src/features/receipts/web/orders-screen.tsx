/** `/orders`: what the player has bought, with each receipt. */
import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { call } from "#platform/web/api.ts";
import { MorePages, usePages } from "#platform/web/pages.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { OrderCard } from "./order-card.tsx";
import { receiptWords } from "./words.ts";

export function OrdersScreen() {
  const words = useWords(receiptWords);
  return (
    <PlayerShell title={words.myReceipts} lead={words.lead} back={paths.app()}>
      <Orders />
    </PlayerShell>
  );
}

function Orders() {
  const words = useWords(receiptWords);
  const newest = queryFor(orderRoutes.listOrders);
  const { data, error, refetch } = useQuery({ ...newest, refetchOnMount: "always" });
  const { pages, more } = usePages({
    queryKey: newest.queryKey,
    first: data,
    read: async (send) => (await call(orderRoutes.listOrders, send)).body,
  });
  const courses = useQuery(queryFor(courseRoutes.listCourses)).data?.courses;
  // The course's clock, as on the receipt. The device's clock for a course that has closed, and until the courses are
  // loaded.
  const zoneOf = (courseId: number) => courses?.find(({ id }) => id === courseId)?.timeZone;
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </Loading>
    );
  }
  if (data.orders.length === 0) {
    return (
      <EmptyState
        art={<ReceiptText aria-hidden className="size-14 text-accent" strokeWidth={1.5} />}
        title={words.none}
        action={<ButtonLink href={paths.app()}>{words.findCourse}</ButtonLink>}
      >
        {words.noneAbout}
      </EmptyState>
    );
  }
  return (
    <>
      <ol aria-label={words.yourOrders} className="flex flex-col gap-5">
        {pages
          .flatMap(({ orders }) => orders)
          .map((order) => (
            <OrderCard key={order.id} order={order} timeZone={zoneOf(order.courseId)} />
          ))}
      </ol>
      <MorePages more={more} />
    </>
  );
}
