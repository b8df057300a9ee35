/** `/admin/reconciliation`: what the payment service says of our money against what the books say. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type Reconciliation, reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { urlOf } from "#platform/shared/route.ts";
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
import { useTranslated } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { reconciliationWords } from "./reconciliation-words.ts";

export function ReconciliationScreen() {
  const words = useWords(reconciliationWords);
  return (
    <ManageShell
      title={words.title}
      lead={words.lead}
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
  const words = useWords(reconciliationWords);
  const found = useQuery({ ...queryFor(reconciliationRoutes.getReconciliation), refetchOnMount: "always" });
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} title={words.failed} />;
  if (!found.data)
    return (
      <Loading label={words.loading}>
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
  const words = useWords(reconciliationWords);
  const { balance, cash, compared, differences, underWay, unexplained } = found;
  const isSame = differences.length === 0 && unexplained === 0;
  return (
    <Banner tone={isSame ? "success" : "danger"} title={isSame ? words.same : words.differ}>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt>{words.holds}</dt>
        <dd className="font-semibold tabular-nums">{potText(balance)}</dd>
        <dt>{words.cash}</dt>
        <dd className="font-semibold tabular-nums">{potText(cash)}</dd>
        {unexplained !== 0 && (
          <>
            <dt>{words.unexplained}</dt>
            <dd className="font-semibold tabular-nums">{words.audit(potText(unexplained))}</dd>
          </>
        )}
      </dl>
      <p className="mt-2">{words.compared(compared, underWay)}</p>
    </Banner>
  );
}

function Differences({ found: { differences } }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const translated = useTranslated();
  return (
    <Card title={words.differences}>
      <ul className="flex flex-col gap-4">
        {differences.map(({ of, reference, gateway, books, order, advice }) => (
          <li key={`${of} ${reference}`} className="wrap-anywhere">
            <p className="font-semibold">
              {words[of]} {reference}
              {order && (
                <>
                  {words.of}
                  <Link href={deskPaths.adminOrder({ orderId: order.id })} className="underline">
                    {words.order(order.number)}
                  </Link>
                </>
              )}
            </p>
            <p>
              {words.bothSides(
                gateway === null ? words.nothing : potText(gateway),
                books === null ? words.nothing : potText(books),
              )}
            </p>
            <p className="text-ink-soft">{translated(advice)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Unsorted({ found }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const [open, setOpen] = useState<Reconciliation["unsorted"][number]>();
  return (
    <Card title={words.waits}>
      <p className="mb-3">{words.waitsAbout}</p>
      <ul className="flex flex-col gap-3">
        {found.unsorted.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {potText(one.amount)}, {one.reference}
            </span>
            <Button variant="secondary" size="small" onClick={() => setOpen(one)}>
              {words.sort}
              <span className="sr-only"> {one.reference}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <SortDialog key={open.id} money={open} courses={found.courses} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function Undivided({ found }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const [open, setOpen] = useState<Reconciliation["undivided"][number]>();
  return (
    <Card title={words.byHand}>
      <p className="mb-3">{words.byHandAbout}</p>
      <ul className="flex flex-col gap-3">
        {found.undivided.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {potText(one.amount)}, {one.reference}
            </span>
            <Button variant="secondary" size="small" onClick={() => setOpen(one)}>
              {words.divide}
              <span className="sr-only"> {one.reference}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <DivideDialog key={open.id} payout={open} courses={found.courses} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function Payouts({ payouts }: { payouts: Reconciliation["payouts"] }) {
  const words = useWords(reconciliationWords);
  return (
    <Card title={words.payouts}>
      {payouts.length === 0 ? (
        <p>{words.noPayouts}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {payouts.map(({ reference, amount, status, bank, at }) => (
            <li key={reference} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">{potText(amount)}</span>
              {words.payoutAbout(
                words[status === "failed" ? "failedPayout" : status],
                reference,
                at.slice(0, 10),
                bank === null ? null : potText(bank),
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
