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
import { momentText } from "#platform/web/ui/time.ts";
import { closingRoutes, type ClosingState, type Obstacle } from "../closing-contract.ts";
import { CloseCourseDialog } from "./close-course-dialog.tsx";

/** @param id from the address */
export function ClosingScreen({ id }: { id: string }) {
  const found = useQuery({ ...queryFor(closingRoutes.getClosing, { params: { id } }), refetchOnMount: "always" });
  const state = found.data?.state;
  return (
    <ManageShell
      title={state ? `${state.course.name}: closing for good` : "Closing a course for good"}
      lead="It never opens again, and its jackpot is given away. Two administrators do it"
      actions={
        <ButtonLink href={deskPaths.manageCourse({ id })} variant="secondary" size="small">
          Back to the course
        </ButtonLink>
      }
    >
      {state ? (
        <State state={state} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} title="We could not load the course" />
      ) : (
        <Loading label="Loading what stands against it">
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
  return (
    <Banner tone="success" title={`Closed for good ${momentText(closing.closedAt)}`}>
      <Division toHouse={closing.toHouse} rest={closing.rest} to={closing.into?.name ?? closing.recipient} />
      <p className="mt-2">
        Its{" "}
        <Link href={deskPaths.settlement({ course: state.course.id })} className="underline">
          settlements
        </Link>{" "}
        and{" "}
        <Link href={deskPaths.statements({ course: state.course.id })} className="underline">
          statements
        </Link>{" "}
        stay. What is still learned of its orders is booked, and never reaches a jackpot.
      </p>
    </Banner>
  );
}

function Division({ toHouse, rest, to }: { toHouse: number; rest: number; to: string | null }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      <dt>Back to the house, which had put it in</dt>
      <dd className="font-semibold tabular-nums">{potText(toHouse)}</dd>
      <dt>The rest, from golfers{to !== null && `, to ${to}`}</dt>
      <dd className="font-semibold tabular-nums">{potText(rest)}</dd>
    </dl>
  );
}

function Obstacles({ state: { course, obstacles } }: { state: ClosingState }) {
  return (
    <Card title="What is still in the way">
      <ul className="divide-y divide-line">
        {obstacles.map((one) => (
          <li
            key={`${one.kind} ${one.words}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0 wrap-anywhere">{one.words}</span>
            <WayOut courseId={course.id} obstacle={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where it is settled. */
function WayOut({ courseId: course, obstacle: { kind, orderId } }: { courseId: number; obstacle: Obstacle }) {
  const ways = {
    sales: { href: deskPaths.manageCourse({ id: course }), label: "To the course" },
    session: { href: deskPaths.bays({ course }), label: "To its bays" },
    claim: { href: deskPaths.prizeVerification({ course, status: "pending" }), label: "To its claims" },
    payout: { href: deskPaths.payouts({}), label: "To the payouts" },
    range: { href: deskPaths.statements({ course, of: "range" }), label: "To the statement" },
    tax: { href: deskPaths.statements({ course, of: "tax" }), label: "To the statement" },
  } as const;
  const order = orderId === null ? undefined : { href: deskPaths.adminOrder({ orderId }), label: "To the order" };
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
  const [open, setOpen] = useState(false);
  const { course, pot, toHouse, rest, obstacles, proposed } = state;
  return (
    <Card title={`Its jackpot: ${potText(pot)}`}>
      <Division toHouse={toHouse} rest={rest} to={null} />
      {proposed === null ? (
        <p className="mt-4">
          <Button variant="danger" size="small" disabled={obstacles.length > 0} onClick={() => setOpen(true)}>
            Propose to close {course.name}
          </Button>
        </p>
      ) : (
        <p className="mt-4 wrap-anywhere">
          It is proposed, and waits for a second administrator:{" "}
          <Link href={deskPaths.proposals()} className="underline">
            proposal {proposed}
          </Link>
          .
        </p>
      )}
      {open && <CloseCourseDialog state={state} onClose={() => setOpen(false)} />}
    </Card>
  );
}
