/** What somebody played, bought and claimed, on their page at the desk: the newest, with links to all. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { type AdminClaim, claimRoutes } from "#features/claims/contract.ts";
import { statusOf } from "#features/orders/rules.ts";
import { type FoundOrder, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { type PersonSession, recordRoutes } from "#features/reports/records-contract.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { CardTable, type Column } from "#platform/web/ui/data-table.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";

interface PersonRecordProps {
  id: string;
  /** The player ID, by which orders and claims are searched. */
  userId: string;
}

export function PersonRecord({ id, userId }: PersonRecordProps) {
  const sessions = useQuery(queryFor(recordRoutes.listPersonSessions, { params: { id } }));
  const orders = useQuery(queryFor(orderSearchRoutes.searchOrders, { query: { q: userId } }));
  const claims = useQuery(queryFor(claimRoutes.listClaims, { query: { search: userId, sort: "newest" } }));
  const zone = orders.data?.timeZone ?? "UTC";
  return (
    <>
      <Rows
        title="Sessions"
        none="Nothing was played"
        rows={sessions.data?.sessions}
        query={sessions}
        columns={sessionColumns}
        isCut={sessions.data?.more}
      />
      <Rows
        title="Orders"
        none="Nothing was bought"
        rows={orders.data?.orders}
        query={orders}
        columns={orderColumns(zone)}
        all={deskPaths.adminOrders({ q: userId })}
      />
      <Rows
        title="Claims"
        none="Nothing was claimed"
        rows={claims.data}
        query={claims}
        columns={claimColumns}
        all={deskPaths.prizeVerification({ status: "all", search: userId })}
      />
    </>
  );
}

interface RowsProps<Row> {
  title: string;
  /** What there is instead of rows. */
  none: string;
  rows: readonly Row[] | undefined;
  query: { error: Error | null; refetch: () => unknown };
  columns: readonly Column<Row>[];
  /** The list of all of them. */
  all?: Path;
  /** There are older ones, which are not shown. */
  isCut?: boolean | undefined;
}

function Rows<Row extends { id: string }>({ title, none, rows, query, columns, all, isCut }: RowsProps<Row>) {
  const content: ReactNode = rows ? (
    rows.length === 0 ? (
      <p className="text-ink-soft">{none}</p>
    ) : (
      <CardTable label={title} rows={rows} columns={columns} keyOf={(row) => row.id} />
    )
  ) : query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} title={`${title} did not load`} />
  ) : (
    <Skeleton className="h-32" />
  );
  return (
    <Card
      title={title}
      aside={
        all &&
        rows &&
        rows.length > 0 && (
          <ButtonLink href={all} variant="quiet" size="small" className="-my-2 -mr-3">
            All<span className="sr-only"> {title.toLowerCase()}</span>
          </ButtonLink>
        )
      }
    >
      {content}
      {rows && isCut && <p className="mt-3 text-ink-soft">Only the newest {rows.length} are shown.</p>}
    </Card>
  );
}

const link = (href: Path, text: string) => (
  <Link href={href} className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent">
    {text}
  </Link>
);

const sessionColumns: readonly Column<PersonSession>[] = [
  {
    label: "Started",
    value: ({ startedAt }) => startedAt,
    show: (one) => momentText(one.startedAt, one.course.timeZone),
  },
  { label: "Course", value: ({ course }) => course.name },
  { label: "Bay", value: ({ bayNumber }) => bayNumber, align: "right" },
  { label: "Balls", value: ({ ballsBought }) => ballsBought, align: "right" },
  { label: "Shots", value: ({ shots }) => shots, align: "right" },
  { label: "Claims", value: ({ claims }) => claims, align: "right", wideOnly: true },
  {
    label: "Bought with",
    value: ({ order, isFreeShot }) => (isFreeShot ? "Free shot" : (order?.number ?? null)),
    show: ({ order, isFreeShot, boughtBy }) => (
      <>
        {isFreeShot
          ? "Free shot"
          : order
            ? link(deskPaths.adminOrder({ orderId: order.id }), `Order ${order.number}`)
            : "–"}
        {boughtBy !== null && `, ${boughtBy}'s`}
      </>
    ),
  },
];

const orderColumns = (timeZone: string): readonly Column<FoundOrder>[] => [
  {
    label: "Order",
    value: ({ number }) => number,
    show: ({ id, number }) => link(deskPaths.adminOrder({ orderId: id }), String(number)),
  },
  { label: "Ordered", value: ({ createdAt }) => createdAt, show: ({ createdAt }) => momentText(createdAt, timeZone) },
  { label: "Package", value: ({ packageName, courseName }) => `${packageName}, ${courseName}`, wideOnly: true },
  {
    label: "Status",
    value: (order) => statusOf(order).text,
    show: (order) => <StatusBadge tone={statusOf(order).tone}>{statusOf(order).text}</StatusBadge>,
  },
  {
    label: "Refunded",
    value: ({ refunded }) => refunded,
    show: ({ refunded }) => (refunded > 0 ? potText(refunded) : "–"),
    align: "right",
    wideOnly: true,
  },
  { label: "Amount", value: ({ amount }) => amount, show: ({ amount }) => potText(amount), align: "right" },
];

const verdicts = {
  pending: { tone: "waiting", text: "Pending" },
  verified: { tone: "good", text: "Verified" },
  rejected: { tone: "bad", text: "Rejected" },
} as const;

const claimColumns: readonly Column<AdminClaim>[] = [
  { label: "Claimed", value: ({ createdAt }) => createdAt, show: (one) => momentText(one.createdAt, one.timeZone) },
  { label: "Course", value: ({ courseName }) => courseName, wideOnly: true },
  {
    label: "Prize",
    value: ({ prizeType, prizeAmount, prizeDescription }) =>
      prizeType === "monetary" ? potText(prizeAmount) : prizeDescription,
    show: (claim) =>
      link(
        deskPaths.prizeVerification({ status: "all", search: claim.playerName, claim: claim.id }),
        claim.prizeType === "monetary" ? potText(claim.prizeAmount) : claim.prizeDescription,
      ),
  },
  {
    label: "Verdict",
    value: ({ verificationStatus }) => verdicts[verificationStatus].text,
    show: ({ verificationStatus: status }) => (
      <StatusBadge tone={verdicts[status].tone}>{verdicts[status].text}</StatusBadge>
    ),
  },
];
