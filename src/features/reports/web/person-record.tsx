/** A player's newest sessions, orders and claims, on their page at the desk, with links to all. */
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
import { zonedText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { recordStateWords, recordWords } from "./record-words.ts";

interface PersonRecordProps {
  id: string;
  /** The player ID, by which orders and claims are searched. */
  userId: string;
}

export function PersonRecord({ id, userId }: PersonRecordProps) {
  const words = useWords(recordWords);
  const states = useWords(recordStateWords);
  const [language] = useLanguage();
  const sessions = useQuery(queryFor(recordRoutes.listPersonSessions, { params: { id } }));
  const orders = useQuery(queryFor(orderSearchRoutes.searchOrders, { query: { q: userId } }));
  const claims = useQuery(queryFor(claimRoutes.listClaims, { query: { search: userId, sort: "newest" } }));
  const zone = orders.data?.timeZone ?? "UTC";
  return (
    <>
      <Rows
        title={words.sessions}
        none={words.notPlayed}
        rows={sessions.data?.sessions}
        query={sessions}
        columns={sessionColumns(words, language)}
        isCut={sessions.data?.more}
      />
      <Rows
        title={words.orders}
        none={words.notBought}
        rows={orders.data?.orders}
        query={orders}
        columns={orderColumns(zone, words, states, language)}
        all={deskPaths.adminOrders({ q: userId })}
      />
      <Rows
        title={words.claims}
        none={words.notClaimed}
        rows={claims.data}
        query={claims}
        columns={claimColumns(words, language)}
        all={deskPaths.prizeVerification({ status: "all", search: userId })}
      />
    </>
  );
}

interface RowsProps<Row> {
  title: string;
  /** The text if there are no rows. */
  none: string;
  rows: readonly Row[] | undefined;
  query: { error: Error | null; refetch: () => unknown };
  columns: readonly Column<Row>[];
  /** The list of all of them. */
  all?: Path;
  /** Whether there are older rows, which are not shown. */
  isCut?: boolean | undefined;
}

function Rows<Row extends { id: string }>({ title, none, rows, query, columns, all, isCut }: RowsProps<Row>) {
  const words = useWords(recordWords);
  const content: ReactNode = rows ? (
    rows.length === 0 ? (
      <p className="text-ink-soft">{none}</p>
    ) : (
      <CardTable label={title} rows={rows} columns={columns} keyOf={(row) => row.id} />
    )
  ) : query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} title={words.failed(title)} />
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
            {words.all}
            <span className="sr-only">{words.allOf(title.toLowerCase())}</span>
          </ButtonLink>
        )
      }
    >
      {content}
      {rows && isCut && <p className="mt-3 text-ink-soft">{words.onlyNewest(rows.length)}</p>}
    </Card>
  );
}

const link = (href: Path, text: string) => (
  <Link href={href} className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent">
    {text}
  </Link>
);

type Words = typeof recordWords.en;

const sessionColumns = (words: Words, language: Language): readonly Column<PersonSession>[] => [
  {
    label: words.started,
    value: ({ startedAt }) => startedAt,
    show: (one) => zonedText(one.startedAt, one.course.timeZone, language),
  },
  { label: words.course, value: ({ course }) => course.name },
  { label: words.bay, value: ({ bayNumber }) => bayNumber, align: "right" },
  { label: words.balls, value: ({ ballsBought }) => ballsBought, align: "right" },
  { label: words.shots, value: ({ shots }) => shots, align: "right" },
  { label: words.claims, value: ({ claims }) => claims, align: "right", wideOnly: true },
  {
    label: words.boughtWith,
    value: ({ order, isFreeShot }) => (isFreeShot ? words.freeShot : (order?.number ?? null)),
    show: ({ order, isFreeShot, boughtBy }) => (
      <>
        {isFreeShot
          ? words.freeShot
          : order
            ? link(deskPaths.adminOrder({ orderId: order.id }), words.orderNumber(order.number))
            : "–"}
        {boughtBy !== null && words.somebodys(boughtBy)}
      </>
    ),
  },
];

const orderColumns = (
  timeZone: string,
  words: Words,
  states: typeof recordStateWords.en,
  language: Language,
): readonly Column<FoundOrder>[] => [
  {
    label: words.order,
    value: ({ number }) => number,
    show: ({ id, number }) => link(deskPaths.adminOrder({ orderId: id }), String(number)),
  },
  {
    label: words.ordered,
    value: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => zonedText(createdAt, timeZone, language),
  },
  { label: words.package, value: ({ packageName, courseName }) => `${packageName}, ${courseName}`, wideOnly: true },
  {
    label: words.status,
    value: (order) => statusOf(order, states).text,
    show: (order) => <StatusBadge tone={statusOf(order, states).tone}>{statusOf(order, states).text}</StatusBadge>,
  },
  {
    label: words.refunded,
    value: ({ refunded }) => refunded,
    show: ({ refunded }) => (refunded > 0 ? potText(refunded) : "–"),
    align: "right",
    wideOnly: true,
  },
  { label: words.amount, value: ({ amount }) => amount, show: ({ amount }) => potText(amount), align: "right" },
];

const tones = {
  pending: "waiting",
  verified: "good",
  rejected: "bad",
} as const;

const claimColumns = (words: Words, language: Language): readonly Column<AdminClaim>[] => [
  {
    label: words.claimed,
    value: ({ createdAt }) => createdAt,
    show: (one) => zonedText(one.createdAt, one.timeZone, language),
  },
  { label: words.course, value: ({ courseName }) => courseName, wideOnly: true },
  {
    label: words.prize,
    value: ({ prizeType, prizeAmount, prizeDescription }) =>
      prizeType === "monetary" ? potText(prizeAmount) : prizeDescription,
    show: (claim) =>
      link(
        deskPaths.prizeVerification({ status: "all", search: claim.playerName, claim: claim.id }),
        claim.prizeType === "monetary" ? potText(claim.prizeAmount) : claim.prizeDescription,
      ),
  },
  {
    label: words.verdict,
    value: ({ verificationStatus }) => words[verificationStatus],
    show: ({ verificationStatus: status }) => <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>,
  },
];
