/** `/admin/settlement/transfers`: the transfers that a line of a settlement sums. The address holds the line. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
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

/** No transfer moves a prize other than cash. */
function nameOf({ of, id }: Transfer): string {
  return of === "transfer" ? `T${id}` : "No transfer";
}

const kindOf = ({ kind }: Transfer) => kind.replaceAll("_", " ");

const columns: Column<Transfer>[] = [
  {
    label: "Transfer",
    value: nameOf,
    show: (transfer) => (
      <>
        {nameOf(transfer)}
        <NarrowNote>{`${kindOf(transfer)}, ${bookedText(transfer)}`}</NarrowNote>
      </>
    ),
  },
  { label: "Booked", value: ({ at }) => at, show: bookedText, wideOnly: true },
  { label: "Kind", value: kindOf, wideOnly: true },
  { label: "Course", value: ({ courseName }) => courseName, wideOnly: true },
  {
    label: "Of",
    value: ({ order, claimId, refundId }) => order?.number ?? claimId ?? refundId,
    show: (transfer) => <Subject transfer={transfer} />,
  },
  { label: "Amount", value: ({ amount }) => amount, show: ({ amount }) => potText(amount), align: "right" },
];

function bookedText({ at, factAt, timeZone }: Transfer): string {
  const booked = momentText(at, timeZone);
  return factAt === null ? booked : `${booked}, of ${momentText(factAt, timeZone)}`;
}

/** A refund stands on its order's page. */
function Subject({ transfer: { order, claimId, refundId } }: { transfer: Transfer }) {
  if (order) {
    return (
      <Link href={deskPaths.adminOrder({ orderId: order.id })} className="font-semibold underline">
        {refundId !== null && "Refund, "}Order {order.number}
      </Link>
    );
  }
  if (claimId === null) return "–";
  return (
    <Link href={deskPaths.prizeVerification({ status: "all", claim: claimId })} className="font-semibold underline">
      Claim
    </Link>
  );
}

export function LineScreen() {
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
  const label = list.data?.pages[0]?.label;
  const transfers = list.data?.pages.flatMap((page) => page.transfers) ?? [];
  return (
    <AdminShell
      title={label ?? "Transfers"}
      lead={`${monthName(asked.month)}, the newest first`}
      actions={
        <ButtonLink
          variant="secondary"
          size="small"
          href={deskPaths.settlement({ course, ...(asked.month !== "" && { month: asked.month }) })}
        >
          Back to the settlement
        </ButtonLink>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} title="The transfers did not load" />
      ) : !list.data ? (
        <Loading label="Loading the transfers">
          <Skeleton className="h-96" />
        </Loading>
      ) : transfers.length === 0 ? (
        <EmptyState title="Nothing was booked here">No transfer of this month moved this line.</EmptyState>
      ) : (
        <>
          <Card>
            <CardTable label="Transfers" rows={transfers} columns={columns} keyOf={({ id }) => id} />
          </Card>
          <ShowMore list={list} />
        </>
      )}
    </AdminShell>
  );
}
