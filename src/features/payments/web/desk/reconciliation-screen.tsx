/** `/admin/reconciliation`: what the payment service says of our money against what the books say. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type Reconciliation, reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { statusWords } from "#features/payments/reconciliation-rules.ts";
import { urlOf } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, FileLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { DivideDialog } from "./divide-dialog.tsx";
import { SortDialog } from "./sort-dialog.tsx";

export function ReconciliationScreen() {
  return (
    <ManageShell
      title="Reconciliation"
      lead="What the payment service holds and pays out, against the books"
      actions={
        <FileLink
          variant="secondary"
          size="small"
          href={urlOf(reconciliationRoutes.downloadReconciliation.path, {}, {})}
        >
          CSV
        </FileLink>
      }
    >
      <Found />
    </ManageShell>
  );
}

function Found() {
  const found = useQuery({ ...queryFor(reconciliationRoutes.getReconciliation), refetchOnMount: "always" });
  if (found.error)
    return (
      <ErrorState
        error={found.error}
        onRetry={() => void found.refetch()}
        title="We could not compare with the payment service"
      />
    );
  if (!found.data)
    return (
      <Loading label="Asking the payment service">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </Loading>
    );
  return (
    <>
      <Balance found={found.data} />
      {found.data.unsorted.length > 0 && <Unsorted found={found.data} />}
      {found.data.undivided.length > 0 && <Undivided found={found.data} />}
      {found.data.differences.length > 0 && <Differences found={found.data} />}
      <Payouts payouts={found.data.payouts} />
    </>
  );
}

function Balance({ found }: { found: Reconciliation }) {
  const { balance, cash, compared, differences, underWay, unexplained } = found;
  const isSame = differences.length === 0 && unexplained === 0;
  return (
    <Banner
      tone={isSame ? "success" : "danger"}
      title={isSame ? "The payment service and the books say the same" : "The payment service and the books differ"}
    >
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt>The payment service holds</dt>
        <dd className="font-semibold tabular-nums">{potText(balance)}</dd>
        <dt>Cash in the books</dt>
        <dd className="font-semibold tabular-nums">{potText(cash)}</dd>
        {unexplained !== 0 && (
          <>
            <dt>Not explained by what is listed</dt>
            <dd className="font-semibold tabular-nums">{potText(unexplained)}. Have the books audited.</dd>
          </>
        )}
      </dl>
      <p className="mt-2">
        {compared} payments, refunds, disputes and payouts of the last weeks were compared
        {underWay > 0 && `; news of ${underWay} is under way`}.
      </p>
    </Banner>
  );
}

function Differences({ found: { differences } }: { found: Reconciliation }) {
  return (
    <Card title="What differs">
      <ul className="flex flex-col gap-4">
        {differences.map(({ of, reference, gateway, books, order, advice }) => (
          <li key={`${of} ${reference}`} className="wrap-anywhere">
            <p className="font-semibold">
              {of} {reference}
              {order && (
                <>
                  {" "}
                  of{" "}
                  <Link href={deskPaths.adminOrder({ orderId: order.id })} className="underline">
                    order {order.number}
                  </Link>
                </>
              )}
            </p>
            <p>
              Payment service: {gateway === null ? "nothing" : potText(gateway)}. Books:{" "}
              {books === null ? "nothing" : potText(books)}.
            </p>
            <p className="text-ink-soft">{advice}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Unsorted({ found }: { found: Reconciliation }) {
  const [open, setOpen] = useState<Reconciliation["unsorted"][number]>();
  return (
    <Card title="Waits to be sorted">
      <p className="mb-3">The payment service moved this money without a payment of ours.</p>
      <ul className="flex flex-col gap-3">
        {found.unsorted.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {potText(one.amount)}, {one.reference}
            </span>
            <Button variant="secondary" size="small" onClick={() => setOpen(one)}>
              Sort<span className="sr-only"> {one.reference}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <SortDialog key={open.id} money={open} courses={found.courses} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function Undivided({ found }: { found: Reconciliation }) {
  const [open, setOpen] = useState<Reconciliation["undivided"][number]>();
  return (
    <Card title="Payouts made by hand">
      <p className="mb-3">
        The payment service does not say of which payments they are: say which courses&rsquo; money it was.
      </p>
      <ul className="flex flex-col gap-3">
        {found.undivided.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {potText(one.amount)}, {one.reference}
            </span>
            <Button variant="secondary" size="small" onClick={() => setOpen(one)}>
              Divide<span className="sr-only"> {one.reference}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <DivideDialog key={open.id} payout={open} courses={found.courses} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function Payouts({ payouts }: { payouts: Reconciliation["payouts"] }) {
  return (
    <Card title="Payouts to the bank">
      {payouts.length === 0 ? (
        <p>None in the last weeks.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {payouts.map(({ reference, amount, status, bank, at }) => (
            <li key={reference} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">{potText(amount)}</span> {statusWords[status]}, {reference}{" "}
              of {at.slice(0, 10)}. Bank in the books: {bank === null ? "not booked yet" : potText(bank)}.
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
