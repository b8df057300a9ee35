/** `/admin/courses/:id/closing`: closing a course for good, what stands against it, and afterwards what became of its pot. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { closingRoutes, type ClosingState, type Obstacle } from "../closing-contract.ts";
import { CloseCourseDialog } from "./close-course-dialog.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { closingWords } from "./closing-words.ts";

/** @param id from the address */
export function ClosingScreen({ id }: { id: string }) {
  const words = useWords(closingWords);
  const found = useQuery({ ...queryFor(closingRoutes.getClosing, { params: { id } }), refetchOnMount: "always" });
  const state = found.data?.state;
  return (
    <ManageShell
      title={state ? words.titleOf(state.course.name) : words.title}
      lead={words.lead}
      actions={
        <ButtonLink href={deskPaths.manageCourse({ id })} variant="secondary" size="small">
          {words.back}
        </ButtonLink>
      }
    >
      {state ? (
        <State state={state} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </ManageShell>
  );
}

function State({ state }: { state: ClosingState }) {
  if (state.closing) return <Closed state={state} closing={state.closing} />;
  return (
    <>
      {state.obstacles.length > 0 && <Obstacles state={state} />}
      <Pot state={state} />
    </>
  );
}

function Closed({ state, closing }: { state: ClosingState; closing: NonNullable<ClosingState["closing"]> }) {
  const words = useWords(closingWords);
  const [language] = useLanguage();
  return (
    <Banner tone="success" title={words.closedAt(zonedText(closing.closedAt, state.course.timeZone, language))}>
      <Division toHouse={closing.toHouse} rest={closing.rest} to={closing.into?.name ?? closing.recipient} />
      <p className="mt-2">
        {words.its}
        <Link href={deskPaths.settlement({ course: state.course.id })} className="underline">
          {words.settlements}
        </Link>
        {words.and}
        <Link href={deskPaths.statements({ course: state.course.id })} className="underline">
          {words.statements}
        </Link>
        {words.stay}
      </p>
    </Banner>
  );
}

function Division({ toHouse, rest, to }: { toHouse: number; rest: number; to: string | null }) {
  const words = useWords(closingWords);
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      <dt>{words.toHouse}</dt>
      <dd className="font-semibold tabular-nums">{potText(toHouse)}</dd>
      <dt>{words.rest(to)}</dt>
      <dd className="font-semibold tabular-nums">{potText(rest)}</dd>
    </dl>
  );
}

function Obstacles({ state: { course, obstacles } }: { state: ClosingState }) {
  const words = useWords(closingWords);
  const [language] = useLanguage();
  return (
    <Card title={words.inTheWay}>
      <ul className="divide-y divide-line">
        {obstacles.map((one) => (
          <li
            key={`${one.kind} ${one.words}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0 wrap-anywhere">{language === "es" ? one.spanish : one.words}</span>
            <WayOut courseId={course.id} obstacle={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where it is settled. */
function WayOut({ courseId: course, obstacle: { kind, orderId } }: { courseId: number; obstacle: Obstacle }) {
  const words = useWords(closingWords);
  const ways = {
    sales: { href: deskPaths.manageCourse({ id: course }), label: words.toCourse },
    session: { href: deskPaths.bays({ course }), label: words.toBays },
    claim: { href: deskPaths.prizeVerification({ course, status: "pending" }), label: words.toClaims },
    payout: { href: deskPaths.payouts({}), label: words.toPayouts },
    range: { href: deskPaths.statements({ course, of: "range" }), label: words.toStatement },
    tax: { href: deskPaths.statements({ course, of: "tax" }), label: words.toStatement },
  } as const;
  const order = orderId === null ? undefined : { href: deskPaths.adminOrder({ orderId }), label: words.toOrder };
  const way = order ?? (kind in ways ? ways[kind as keyof typeof ways] : undefined); // `in` has just found it.
  return (
    way && (
      <ButtonLink href={way.href} variant="secondary" size="small">
        {way.label}
      </ButtonLink>
    )
  );
}

function Pot({ state }: { state: ClosingState }) {
  const words = useWords(closingWords);
  const [open, setOpen] = useState(false);
  const { course, pot, toHouse, rest, obstacles, proposed } = state;
  return (
    <Card title={words.jackpot(potText(pot))}>
      <Division toHouse={toHouse} rest={rest} to={null} />
      {proposed === null ? (
        <p className="mt-4">
          <Button variant="danger" size="small" disabled={obstacles.length > 0} onClick={() => setOpen(true)}>
            {words.propose(course.name)}
          </Button>
        </p>
      ) : (
        <p className="mt-4 wrap-anywhere">
          {words.isProposed}
          <Link href={deskPaths.proposals()} className="underline">
            {words.proposal(proposed)}
          </Link>
          .
        </p>
      )}
      {open && <CloseCourseDialog state={state} onClose={() => setOpen(false)} />}
    </Card>
  );
}
