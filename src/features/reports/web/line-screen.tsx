/** `/admin/settlement/transfers`: the transfers that a line of a settlement sums. The address holds the line. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { transferName } from "#features/ledger/name-rules.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { CardTable, type Column, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { monthRoutes } from "../month-contract.ts";
import { monthName } from "../rules.ts";
import { spanishLine } from "../settlement-spanish-rules.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { transferWords } from "./ledger-words.ts";
import { settlementWords } from "./settlement-words.ts";

type Transfer = Awaited<ReturnType<typeof read>>["transfers"][number];

interface Asked {
  course: number | "all";
  month: string;
  line: string;
}

async function read({ course, month, line }: Asked, cursor: string, signal: AbortSignal) {
  const query = { month, line, ...(cursor === "" ? {} : { cursor }) };
  return (await call(monthRoutes.listLineTransfers, { params: { courseId: course }, query, signal })).body;
}

type Words = typeof settlementWords.en;

/** No transfer moves a prize other than cash. */
function nameOf({ of, id }: Transfer, words: Words): string {
  return of === "transfer" ? `T${id}` : words.noTransfer;
}

const columnsIn = (words: Words, language: Language, kindOf: (transfer: Transfer) => string): Column<Transfer>[] => [
  {
    label: words.transfer,
    value: (transfer) => nameOf(transfer, words),
    show: (transfer) => (
      <>
        {nameOf(transfer, words)}
        <NarrowNote>{`${kindOf(transfer)}, ${bookedText(transfer, words, language)}`}</NarrowNote>
      </>
    ),
  },
  { label: words.booked, value: ({ at }) => at, show: (one) => bookedText(one, words, language), wideOnly: true },
  { label: words.kind, value: kindOf, wideOnly: true },
  { label: words.course, value: ({ courseName }) => courseName, wideOnly: true },
  {
    label: words.of,
    value: ({ order, claimId, refundId }) => order?.number ?? claimId ?? refundId,
    show: (transfer) => <Subject transfer={transfer} />,
  },
  { label: words.amount, value: ({ amount }) => amount, show: ({ amount }) => potText(amount), align: "right" },
];

function bookedText({ at, factAt, timeZone }: Transfer, words: Words, language: Language): string {
  const booked = momentText(at, timeZone, language);
  return factAt === null ? booked : words.bookedOf(booked, momentText(factAt, timeZone, language));
}

/** A refund stands on its order's page. */
function Subject({ transfer: { order, claimId, refundId } }: { transfer: Transfer }) {
  const words = useWords(settlementWords);
  if (order) {
    return (
      <Link href={deskPaths.adminOrder({ orderId: order.id })} className="font-semibold underline">
        {words.order(order.number, refundId !== null)}
      </Link>
    );
  }
  if (claimId === null) return "–";
  return (
    <Link href={deskPaths.prizeVerification({ status: "all", claim: claimId })} className="font-semibold underline">
      {words.claim}
    </Link>
  );
}

export function LineScreen() {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const kinds = useWords(transferWords);
  const search = new URLSearchParams(useSearch());
  const course = search.get("course") === "all" ? ("all" as const) : Number(search.get("course") ?? 0);
  const asked = { course, month: search.get("month") ?? "", line: search.get("line") ?? "" };
  const list = useInfiniteQuery({
    queryKey: [...keyOf(monthRoutes.listLineTransfers), asked],
    queryFn: ({ pageParam, signal }) => read(asked, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  const english = list.data?.pages[0]?.label;
  const label = english && language === "es" ? spanishLine(asked.line, english) : english;
  const transfers = list.data?.pages.flatMap((page) => page.transfers) ?? [];
  return (
    <AdminShell
      title={label ?? words.transfers}
      lead={words.newestFirst(monthName(asked.month, language))}
      actions={
        <ButtonLink
          variant="secondary"
          size="small"
          href={deskPaths.settlement({ course, ...(asked.month !== "" && { month: asked.month }) })}
        >
          {words.back}
        </ButtonLink>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.transfersFailed} />
      ) : !list.data ? (
        <Loading label={words.transfersLoading}>
          <Skeleton className="h-96" />
        </Loading>
      ) : transfers.length === 0 ? (
        <EmptyState title={words.nothingBooked}>{words.nothingBookedAbout}</EmptyState>
      ) : (
        <>
          <Card>
            <CardTable
              label={words.transfers}
              rows={transfers}
              columns={columnsIn(words, language, ({ kind }) => transferName(kind, kinds))}
              keyOf={({ id }) => id}
            />
          </Card>
          <ShowMore list={list} />
        </>
      )}
    </AdminShell>
  );
}
