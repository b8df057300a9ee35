/** The tables of an order's file: payments, refunds, disputes, claims, ledger. */
import type { OrderFile } from "#features/payments/order-contract.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { CardTable, type Column } from "#platform/web/ui/data-table.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { declineText, declineWords } from "./decline-words.ts";
import { accountWords, transferWords } from "./ledger-words.ts";
import { claimColumns, disputeColumns, paymentColumns, refundColumns, transferColumns } from "./order-file-columns.tsx";
import { orderFileWords } from "./order-file-words.ts";
import { troubleWords } from "./trouble-words.ts";

interface Props {
  order: OrderFile;
}

/** The words of the reader, and moments on the course's clock. */
function useTold({ course }: OrderFile) {
  const words = useWords(orderFileWords);
  const translated = useTranslated();
  const [language] = useLanguage();
  return { words, translated, at: (instant: string) => momentText(instant, course.timeZone, language) };
}

interface ListProps<R> {
  title: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  none: string;
}

function List<R extends { id: string | number }>({ title, rows, columns, none }: ListProps<R>) {
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <CardTable label={title} rows={rows} columns={columns} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

export function Payments({ order }: Props) {
  const told = useTold(order);
  const { words } = told;
  const declines = useWords(declineWords);
  const columns = paymentColumns(told, (code) => declineText(code, declines));
  return <List title={words.payments} rows={order.payments} columns={columns} none={words.noPayments} />;
}

export function Refunds({ order }: Props) {
  const told = useTold(order);
  const { words } = told;
  return (
    <List title={words.refunds} rows={order.refunds} columns={refundColumns(told, order)} none={words.noRefunds} />
  );
}

export function Disputes({ order }: Props) {
  const told = useTold(order);
  const { words } = told;
  const { answer } = useWords(troubleWords);
  const [language] = useLanguage();
  if (order.disputes.length === 0) return null;
  return (
    <List
      title={words.disputes}
      rows={order.disputes}
      columns={disputeColumns(told, answer, language)}
      none={words.noDisputes}
    />
  );
}

export function Claims({ order }: Props) {
  const told = useTold(order);
  const { words } = told;
  if (order.claims.length === 0) return null;
  return <List title={words.claims} rows={order.claims} columns={claimColumns(told)} none={words.noClaims} />;
}

export function Ledger({ order }: Props) {
  const told = useTold(order);
  const { words } = told;
  const columns = transferColumns(told, useWords(accountWords), useWords(transferWords));
  return <List title={words.ledger} rows={order.transfers} columns={columns} none={words.noTransfers} />;
}
