/** The tables of an order's file: payments, refunds, disputes, claims, ledger. */
import type { ReactNode } from "react";
import { accountName, transferName } from "#features/ledger/name-rules.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { paidByText } from "#features/receipts/rules.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { PayOtherwise } from "./pay-otherwise.tsx";
import { RetryRefund } from "./retry-refund.tsx";
import { troubleWords } from "./trouble-words.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { disputeReason } from "#features/orders/dispute-rules.ts";
import { accountWords, transferWords } from "./ledger-words.ts";
import { orderFileWords } from "./order-file-words.ts";

type Words = typeof orderFileWords.en;

interface Props {
  order: OrderFile;
}

/** Moments on the course's clock. */
function useClock({ course }: OrderFile): (instant: string) => string {
  const [language] = useLanguage();
  return (instant) => momentText(instant, course.timeZone, language);
}

interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

/** A table where there is room; on a phone each row is a card of labelled lines. */
function Table({ heads, rows, none }: { heads: readonly string[]; rows: readonly Row[]; none: string }) {
  const words = useWords(orderFileWords);
  // The columns with text that people typed, which may be long.
  const freeText: readonly (string | undefined)[] = [words.reason, words.prize, words.player, words.givenBy];
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <table className="w-full max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="border-b border-edge pr-4 pb-2 text-left font-semibold text-ink-soft">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-b border-line last:border-0 max-md:block max-md:py-3">
            {cells.map((cell, index) => (
              <td
                key={heads[index]}
                className={cx(
                  "tabular py-3 pr-4 align-top max-md:flex max-md:justify-between max-md:gap-4 max-md:py-0.5 max-md:pr-0 max-md:text-right",
                  // Only these columns may break words; others would shrink to single letters.
                  freeText.includes(heads[index]) ? "wrap-anywhere" : "max-md:wrap-anywhere",
                )}
              >
                <span aria-hidden className="shrink-0 text-ink-soft md:hidden">
                  {heads[index]}
                </span>
                <span className="min-w-0">{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const paymentStates = (words: Words): Readonly<Record<string, string>> => ({
  initiated: words.initiated,
  succeeded: words.succeeded,
  failed: words.failedPayment,
  unknown: words.unknown,
});

export function Payments({ order }: Props) {
  const words = useWords(orderFileWords);
  const translated = useTranslated();
  const at = useClock(order);
  return (
    <Card title={words.payments}>
      <Table
        heads={[words.method, words.amount, words.status, words.started, words.settled]}
        none={words.noPayments}
        rows={order.payments.map((payment) => ({
          key: payment.id,
          cells: [
            paidByText(payment, words),
            potText(payment.amount),
            <>
              {paymentStates(words)[payment.status] ?? payment.status}
              {payment.failureMessage && (
                <span className="block text-ink-soft">{translated(payment.failureMessage)}</span>
              )}
              {payment.failureCode && <span className="block text-ink-soft">{words.code(payment.failureCode)}</span>}
            </>,
            at(payment.createdAt),
            payment.resolvedAt ? at(payment.resolvedAt) : words.notYet,
          ],
        }))}
      />
    </Card>
  );
}

const refundStates = (words: Words): Readonly<Record<string, string>> => ({
  due: words.due,
  settled: words.returned,
  failed: words.refused,
  dropped: words.dropped,
  cancelled: words.cancelled,
  paid_otherwise: words.paidOtherwise,
});

export function Refunds({ order }: Props) {
  const words = useWords(orderFileWords);
  const translated = useTranslated();
  const at = useClock(order);
  return (
    <Card title={words.refunds}>
      <Table
        heads={[words.amount, words.reason, words.givenBy, words.status, words.given, words.returned]}
        none={words.noRefunds}
        rows={order.refunds.map((refund) => ({
          key: refund.id,
          cells: [
            potText(refund.amount),
            translated(refund.reason),
            refund.actor ?? (refund.origin === "gateway" ? words.atGateway : words.byItself),
            <>
              {refundStates(words)[refund.status] ?? refund.status}
              {refund.failure && <span className="block text-ink-soft">{translated(refund.failure)}</span>}
              {refund.paidOtherwise && (
                <span className="block">
                  {words.fromBank(
                    refund.paidOtherwise.method,
                    refund.paidOtherwise.reference,
                    refund.paidOtherwise.paidOn,
                  )}
                </span>
              )}
              {refund.twice && <span className="block font-semibold text-danger">{words.twice}</span>}
              {refund.status === "failed" && (
                <span className="mt-2 flex flex-wrap gap-2">
                  {refund.proposal === null && <RetryRefund refundId={refund.id} />}
                  <PayOtherwise refund={refund} orderNumber={order.number} />
                </span>
              )}
              {refund.released && (
                <span className="block text-ink-soft">
                  {words.standing(refund.released.by, at(refund.released.at), refund.released.reason)}
                </span>
              )}
            </>,
            at(refund.createdAt),
            refund.settledAt ? at(refund.settledAt) : refund.status === "cancelled" ? words.never : words.notYet,
          ],
        }))}
      />
    </Card>
  );
}

export function Disputes({ order }: Props) {
  const words = useWords(orderFileWords);
  const troubles = useWords(troubleWords);
  const [language] = useLanguage();
  const at = useClock(order);
  if (order.disputes.length === 0) return null;
  return (
    <Card title={words.disputes}>
      <Table
        heads={[words.amount, words.reason, words.status, words.opened, words.closed]}
        none={words.noDisputes}
        rows={order.disputes.map((dispute) => ({
          key: dispute.id,
          cells: [
            potText(dispute.amount),
            dispute.status === "open"
              ? troubles.answer(disputeReason(dispute.reason, language))
              : disputeReason(dispute.reason, language),
            { open: words.open, won: words.won, lost: words.lost }[dispute.status] ?? dispute.status,
            at(dispute.createdAt),
            dispute.resolvedAt ? at(dispute.resolvedAt) : words.notYet,
          ],
        }))}
      />
    </Card>
  );
}

const claimStates = (words: Words): Readonly<Record<string, string>> => ({
  pending: words.pending,
  verified: words.verified,
  rejected: words.rejected,
  due: words.payoutDue,
  paid: words.payoutPaid,
  forfeited: words.forfeited,
});

export function Claims({ order }: Props) {
  const words = useWords(orderFileWords);
  const at = useClock(order);
  const states = claimStates(words);
  if (order.claims.length === 0) return null;
  return (
    <Card title={words.claims}>
      <Table
        heads={[words.player, words.hole, words.prize, words.status, words.claimed]}
        none={words.noClaims}
        rows={order.claims.map((claim) => ({
          key: claim.id,
          cells: [
            claim.playerName,
            { left: words.left, right: words.right, middle: words.middle }[claim.targetHole] ?? claim.targetHole,
            claim.prizeDescription,
            `${states[claim.verificationStatus] ?? claim.verificationStatus}${states[claim.payoutStatus] ?? ""}`,
            at(claim.createdAt),
          ],
        }))}
      />
    </Card>
  );
}

export function Ledger({ order }: Props) {
  const words = useWords(orderFileWords);
  const accounts = useWords(accountWords);
  const kinds = useWords(transferWords);
  const at = useClock(order);
  const signed = (amount: number) => (amount < 0 ? words.credit(potText(-amount)) : words.debit(potText(amount)));
  return (
    <Card title={words.ledger}>
      <Table
        heads={[words.transfer, words.when, words.entries]}
        none={words.noTransfers}
        rows={order.transfers.map((transfer) => ({
          key: transfer.id,
          cells: [
            `${transferName(transfer.kind, kinds)} (T${transfer.id})`,
            at(transfer.createdAt),
            <ul key="entries">
              {transfer.entries.map(({ account, amount }) => (
                <li key={account}>
                  {accountName(account, accounts)}: {signed(amount)}
                </li>
              ))}
            </ul>,
          ],
        }))}
      />
    </Card>
  );
}
