/** `/admin/bays/refunds`: the refunds of a course's orders of today, for its staff, and what to tell the golfers. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { potText, priceText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { EmptyState, ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { timeText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { type TodaysRefundState, type TodaysRefund, todaysRefundRoutes } from "../../todays-refunds-contract.ts";
import { todaysRefundWords } from "./todays-refunds-words.ts";

const REFRESH_MS = 15_000;

const tones = {
  on_its_way: "waiting",
  sent: "good",
  refused: "bad",
  paid_otherwise: "good",
  stopped: "neutral",
} as const satisfies Readonly<Record<TodaysRefundState, string>>;

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
        course ? (
          <>
            {words.times(course.name)} · <Freshness updatedAt={list.dataUpdatedAt} failed={list.error !== null} />
          </>
        ) : (
          !nothing && !error && <TextRoom />
        )
      }
      actions={
        <ButtonLink href={deskPaths.bays(course ? { course: course.id } : {})} variant="secondary" size="small">
          {words.back}
        </ButtonLink>
      }
    >
      {list.data && course ? (
        <Refunds orders={list.data.orders} timeZone={course.timeZone} />
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

/** A refund with its order: each is followed for itself. */
interface Line extends Omit<TodaysRefund, "refunds"> {
  key: string;
  refund: TodaysRefund["refunds"][number];
}

function Refunds({ orders, timeZone }: { orders: readonly TodaysRefund[]; timeZone: string }) {
  const words = useWords(todaysRefundWords);
  const [language] = useLanguage();
  const lines = orders.flatMap(({ refunds, ...order }) =>
    // Refunds of an order are only ever added at the end.
    refunds.map((refund, index): Line => ({ ...order, refund, key: `${order.orderNumber} ${index}` })),
  );
  return (
    <DataTable
      label={words.title}
      rows={lines}
      columns={columnsIn(words, timeZone, language)}
      keyOf={({ key }) => key}
      renderBelow={({ refund: { state } }) => (
        <p>
          <strong>{words.tell}:</strong> {words[`tell_${state}`]}
        </p>
      )}
      empty={{ title: words.none, text: words.noneAbout }}
    />
  );
}

function columnsIn(words: typeof todaysRefundWords.en, timeZone: string, language: Language): readonly Column<Line>[] {
  const boughtText = ({ boughtAt }: Line) => timeText(boughtAt, timeZone, language);
  const bayText = ({ bayNumber }: Line) => (bayNumber === null ? "" : words.bay(bayNumber));
  return [
    {
      label: words.golfer,
      value: ({ playerName }) => playerName,
      show: (line) => (
        <>
          <span className="text-lg font-bold">{line.playerName}</span>
          <span className="block text-ink-soft">{words.order(line.orderNumber)}</span>
          <NarrowNote>
            {[boughtText(line), bayText(line), words.paid(priceText(line.price))].filter(Boolean).join(" · ")}
          </NarrowNote>
        </>
      ),
    },
    { label: words.orderColumn, value: ({ orderNumber }) => orderNumber, withoutColumn: true },
    { label: words.bought, value: ({ boughtAt }) => boughtAt, show: boughtText, wideOnly: true },
    {
      label: words.bayColumn,
      align: "right",
      value: ({ bayNumber }) => bayNumber,
      show: ({ bayNumber }) => bayNumber ?? "–",
      wideOnly: true,
    },
    {
      label: words.price,
      align: "right",
      value: ({ price }) => price,
      show: ({ price }) => priceText(price),
      wideOnly: true,
    },
    {
      label: words.state,
      value: ({ refund: { state } }) => words[`state_${state}`],
      show: ({ refund: { amount, state } }) => (
        <StatusBadge tone={tones[state]}>{words[state](priceText(amount))}</StatusBadge>
      ),
      picks: true,
    },
    {
      label: words.refund,
      align: "right",
      value: ({ refund }) => refund.amount,
      show: ({ refund }) => <span className="font-bold">{priceText(refund.amount)}</span>,
      total: (lines) => potText(lines.reduce((sum, { refund }) => sum + refund.amount, 0)),
      wideOnly: true,
    },
  ];
}
