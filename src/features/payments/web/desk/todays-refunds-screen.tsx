/** `/admin/bays/refunds`: the refunds of a course's orders of today, for its staff, and what to tell the golfers. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { timeText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { type RefundState, type TodaysRefund, todaysRefundRoutes } from "../../todays-refunds-contract.ts";
import { todaysRefundWords } from "./todays-refunds-words.ts";

const REFRESH_MS = 15_000;

const tones = {
  on_its_way: "waiting",
  sent: "good",
  refused: "bad",
  paid_otherwise: "good",
  stopped: "neutral",
} as const satisfies Readonly<Record<RefundState, string>>;

export function TodaysRefundsScreen() {
  const words = useWords(todaysRefundWords);
  const known = useQuery(queryFor(bayRoutes.listBayCourses));
  const asked = Number(new URLSearchParams(useSearch()).get("course"));
  const courses = known.data?.courses;
  const course = courses?.find(({ id }) => id === asked) ?? courses?.[0];
  const list = useQuery({
    ...queryFor(todaysRefundRoutes.listTodaysRefunds, { params: { id: course?.id ?? 0 } }),
    enabled: course !== undefined,
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  const error = known.error ?? list.error;
  const retry = () => void Promise.all([known.refetch(), list.refetch()]);
  const nothing = courses && !course;
  return (
    <AdminShell
      title={words.title}
      lead={
        course && (
          <>
            {words.times(course.name)} · <Freshness updatedAt={list.dataUpdatedAt} />
          </>
        )
      }
      actions={
        <ButtonLink href={deskPaths.bays(course ? { course: course.id } : {})} variant="secondary" size="small">
          {words.back}
        </ButtonLink>
      }
    >
      {list.data && course ? (
        <Orders orders={list.data.orders} timeZone={course.timeZone} />
      ) : nothing ? (
        <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-36" />
        </Loading>
      )}
    </AdminShell>
  );
}

function Orders({ orders, timeZone }: { orders: readonly TodaysRefund[]; timeZone: string }) {
  const words = useWords(todaysRefundWords);
  const [language] = useLanguage();
  if (orders.length === 0) return <EmptyState title={words.none}>{words.noneAbout}</EmptyState>;
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {orders.map(({ orderNumber, playerName, bayNumber, boughtAt, price, refunds }) => (
        <li key={orderNumber} className="flex flex-col gap-4 rounded-card bg-card p-5 shadow-card">
          <div>
            <h2 className="text-xl font-bold wrap-anywhere">
              {playerName} · {words.order(orderNumber)}
            </h2>
            <p className="tabular text-ink-soft">
              {[
                timeText(boughtAt, timeZone, language),
                bayNumber !== null && words.bay(bayNumber),
                words.paid(priceText(price)),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          {refunds.map(({ amount, state }, index) => (
            // Refunds of an order are only ever added at the end.
            <div key={index} className="flex flex-col items-start gap-2 border-t border-line pt-4">
              <StatusBadge tone={tones[state]}>{words[state](priceText(amount))}</StatusBadge>
              <p>
                <strong>{words.tell}:</strong> {words[`tell_${state}`]}
              </p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
