/** The columns of the tables of an order's file. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { accountName, transferName } from "#features/ledger/name-rules.ts";
import { disputeReason } from "#features/orders/dispute-rules.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { paidByText } from "#features/receipts/rules.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { type Column, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import type { accountWords, transferWords } from "./ledger-words.ts";
import { orderFileWords } from "./order-file-words.ts";
import { PayOtherwise } from "./pay-otherwise.tsx";
import { RetryRefund } from "./retry-refund.tsx";

type Words = typeof orderFileWords.en;

type Row<Of extends "payments" | "refunds" | "disputes" | "claims" | "transfers"> = OrderFile[Of][number];

/** What a reader's language and the course's clock make of an order. */
interface Told {
  words: Words;
  at: (instant: string) => string;
  translated: (sentence: string) => string;
}

/** The text that names a row, and below it what a narrow window has no columns for. */
function Named({ children, notes }: { children: ReactNode; notes: readonly string[] }) {
  return (
    <>
      {children}
      <NarrowNote>{notes.filter(Boolean).join(" · ")}</NarrowNote>
    </>
  );
}

function amountColumn<R extends { amount: number }>(words: Words): Column<R> {
  return { label: words.amount, value: ({ amount }) => amount, show: ({ amount }) => potText(amount), align: "right" };
}

const paymentStates = (words: Words): Readonly<Record<string, string>> => ({
  initiated: words.initiated,
  succeeded: words.succeeded,
  failed: words.failedPayment,
  unknown: words.unknown,
});

const refundStates = (words: Words): Readonly<Record<string, string>> => ({
  due: words.due,
  settled: words.returned,
  failed: words.refused,
  dropped: words.dropped,
  cancelled: words.cancelled,
  paid_otherwise: words.paidOtherwise,
});

const claimStates = (words: Words): Readonly<Record<string, string>> => ({
  pending: words.pending,
  verified: words.verified,
  rejected: words.rejected,
  due: words.payoutDue,
  paid: words.payoutPaid,
  forfeited: words.forfeited,
});

export function paymentColumns(
  { words, at, translated }: Told,
  because: (code: string) => string,
): Column<Row<"payments">>[] {
  const settledText = ({ resolvedAt }: Row<"payments">) => (resolvedAt ? at(resolvedAt) : words.notYet);
  const stateOf = ({ status }: Row<"payments">) => paymentStates(words)[status] ?? status;
  return [
    {
      label: words.method,
      value: (payment) => paidByText(payment, words),
      show: (payment) => <Named notes={[at(payment.createdAt)]}>{paidByText(payment, words)}</Named>,
    },
    {
      label: words.status,
      value: stateOf,
      show: (payment) => (
        <>
          <span className="wrap-normal">{stateOf(payment)}</span>
          {payment.failureMessage && <span className="block text-ink-soft">{translated(payment.failureMessage)}</span>}
          {payment.failureCode && <span className="block text-ink-soft">{because(payment.failureCode)}</span>}
          <NarrowNote>{payment.resolvedAt !== null && `${words.settled}: ${settledText(payment)}`}</NarrowNote>
        </>
      ),
    },
    {
      label: words.started,
      value: ({ createdAt }) => createdAt,
      show: ({ createdAt }) => at(createdAt),
      wideOnly: true,
    },
    { label: words.settled, value: ({ resolvedAt }) => resolvedAt, show: settledText, wideOnly: true },
    amountColumn(words),
  ];
}

export function refundColumns({ words, at, translated }: Told, order: OrderFile): Column<Row<"refunds">>[] {
  const byWhom = ({ actor, origin }: Row<"refunds">) =>
    actor ?? (origin === "gateway" ? words.atGateway : words.byItself);
  const returnedText = ({ settledAt, status }: Row<"refunds">) =>
    settledAt ? at(settledAt) : status === "cancelled" ? words.never : words.notYet;
  return [
    {
      label: words.reason,
      value: ({ reason }) => translated(reason),
      show: (refund) => (
        <Named notes={[byWhom(refund), at(refund.createdAt), `${words.returned}: ${returnedText(refund)}`]}>
          {translated(refund.reason)}
        </Named>
      ),
    },
    { label: words.givenBy, value: byWhom, wideOnly: true },
    {
      label: words.status,
      value: ({ status }) => refundStates(words)[status] ?? status,
      show: (refund) => <RefundState refund={refund} order={order} />,
    },
    { label: words.given, value: ({ createdAt }) => createdAt, show: ({ createdAt }) => at(createdAt), wideOnly: true },
    { label: words.returned, value: ({ settledAt }) => settledAt, show: returnedText, wideOnly: true },
    amountColumn(words),
  ];
}

export function disputeColumns(
  { words, at }: Told,
  answer: (reason: string) => string,
  language: Language,
): Column<Row<"disputes">>[] {
  const states: Readonly<Record<string, string>> = { open: words.open, won: words.won, lost: words.lost };
  const closedText = ({ resolvedAt }: Row<"disputes">) => (resolvedAt ? at(resolvedAt) : words.notYet);
  const reasonOf = ({ status, reason }: Row<"disputes">) =>
    status === "open" ? answer(disputeReason(reason, language)) : disputeReason(reason, language);
  return [
    {
      label: words.reason,
      value: reasonOf,
      show: (dispute) => (
        <Named notes={[at(dispute.createdAt), `${words.closed}: ${closedText(dispute)}`]}>{reasonOf(dispute)}</Named>
      ),
    },
    { label: words.status, value: ({ status }) => states[status] ?? status },
    {
      label: words.opened,
      value: ({ createdAt }) => createdAt,
      show: ({ createdAt }) => at(createdAt),
      wideOnly: true,
    },
    { label: words.closed, value: ({ resolvedAt }) => resolvedAt, show: closedText, wideOnly: true },
    amountColumn(words),
  ];
}

export function claimColumns({ words, at }: Told): Column<Row<"claims">>[] {
  const states = claimStates(words);
  const holes: Readonly<Record<string, string>> = { left: words.left, right: words.right, middle: words.middle };
  const holeOf = ({ targetHole }: Row<"claims">) => holes[targetHole] ?? targetHole;
  return [
    {
      label: words.player,
      value: ({ playerName }) => playerName,
      show: (claim) => (
        <Named notes={[holeOf(claim), claim.prizeDescription, at(claim.createdAt)]}>
          <Link
            href={deskPaths.prizeVerification({ status: "all", claim: claim.id })}
            className="font-semibold underline decoration-edge underline-offset-4 hover:text-accent"
          >
            {claim.playerName}
          </Link>
        </Named>
      ),
    },
    { label: words.hole, value: holeOf, wideOnly: true },
    { label: words.prize, value: ({ prizeDescription }) => prizeDescription, wideOnly: true },
    {
      label: words.status,
      value: (claim) =>
        `${states[claim.verificationStatus] ?? claim.verificationStatus}${states[claim.payoutStatus] ?? ""}`,
    },
    {
      label: words.claimed,
      value: ({ createdAt }) => createdAt,
      show: ({ createdAt }) => at(createdAt),
      wideOnly: true,
    },
  ];
}

export function transferColumns(
  { words, at }: Told,
  accounts: typeof accountWords.en,
  kinds: typeof transferWords.en,
): Column<Row<"transfers">>[] {
  const signed = (amount: number) => (amount < 0 ? words.credit(potText(-amount)) : words.debit(potText(amount)));
  const nameOf = ({ kind, id }: Row<"transfers">) => `${transferName(kind, kinds)} (T${id})`;
  const linesOf = ({ entries }: Row<"transfers">) =>
    entries.map(({ account, amount }) => `${accountName(account, accounts)}: ${signed(amount)}`);
  return [
    {
      label: words.transfer,
      value: nameOf,
      show: (transfer) => <Named notes={[at(transfer.createdAt)]}>{nameOf(transfer)}</Named>,
    },
    { label: words.when, value: ({ createdAt }) => createdAt, show: ({ createdAt }) => at(createdAt), wideOnly: true },
    {
      label: words.entries,
      value: (transfer) => linesOf(transfer).join("; "),
      show: (transfer) => (
        <ul>
          {linesOf(transfer).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
  ];
}

function RefundState({ refund, order }: { refund: Row<"refunds">; order: OrderFile }) {
  const words = useWords(orderFileWords);
  const translated = useTranslated();
  const [language] = useLanguage();
  const at = (instant: string) => momentText(instant, order.course.timeZone, language);
  const { paidOtherwise, released } = refund;
  return (
    <>
      <span className="wrap-normal">{refundStates(words)[refund.status] ?? refund.status}</span>
      {refund.failure && <span className="block text-ink-soft">{translated(refund.failure)}</span>}
      {paidOtherwise && (
        <span className="block">
          {words.fromBank(paidOtherwise.method, paidOtherwise.reference, paidOtherwise.paidOn)}
        </span>
      )}
      {refund.twice && <span className="block font-semibold text-danger">{words.twice}</span>}
      {refund.status === "failed" && (
        <span className="mt-2 flex flex-wrap gap-2">
          {refund.proposal === null && <RetryRefund refundId={refund.id} />}
          <PayOtherwise refund={refund} orderNumber={order.number} />
        </span>
      )}
      {released && (
        <span className="block text-ink-soft">{words.standing(released.by, at(released.at), released.reason)}</span>
      )}
    </>
  );
}
