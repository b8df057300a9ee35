/** `/admin/reconciliation`: what the payment service says of our money against what the books say. */
import { useQuery } from "@tanstack/react-query";
import { type Reconciliation, reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { toCents } from "#platform/shared/money.ts";
import { urlOf } from "#platform/shared/route.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { FileLink } from "#platform/web/ui/button.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { BankPayouts, Differences, Undivided, Unsorted } from "./reconciliation-lists.tsx";
import { reconciliationWords } from "./reconciliation-words.ts";

export function ReconciliationScreen() {
  const words = useWords(reconciliationWords);
  const [language] = useLanguage();
  return (
    <ManageShell
      title={words.title}
      lead={words.lead}
      actions={
        <FileLink
          variant="secondary"
          size="small"
          href={urlOf(reconciliationRoutes.downloadReconciliation.path, {}, headsIn(language))}
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
      <Unsorted found={found.data} />
      <Undivided found={found.data} />
      {found.data.differences.length > 0 && <Differences found={found.data} />}
      <BankPayouts payouts={found.data.payouts} />
    </>
  );
}

function Balance({ found }: { found: Reconciliation }) {
  const words = useWords(reconciliationWords);
  const { balance, cash, compared, differences, underWay, unexplained } = found;
  // In cents, because dollars with decimals do not subtract exactly.
  const between = (toCents(balance) - toCents(cash)) / 100;
  const isSame = differences.length === 0 && unexplained === 0;
  return (
    <Banner tone={isSame ? "success" : "danger"} title={isSame ? words.same : words.differ}>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt>{words.holds}</dt>
        <dd className="font-semibold tabular-nums">{potText(balance)}</dd>
        <dt>{words.cash}</dt>
        <dd className="font-semibold tabular-nums">{potText(cash)}</dd>
        {isSame && between !== 0 && (
          <>
            <dt>{words.between}</dt>
            <dd className="font-semibold tabular-nums">{potText(between)}</dd>
          </>
        )}
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
