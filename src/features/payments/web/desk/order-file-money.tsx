/** The tables of an order's file: payments, refunds, disputes, claims, ledger. */
import type { ReactNode } from "react";
import { otherwiseText } from "#features/orders/rules.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { paidByText } from "#features/receipts/rules.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { PayOtherwise } from "./pay-otherwise.tsx";

interface Props {
  order: OrderFile;
}

interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

/** The columns with text that people typed, which may be long. */
const freeText: ReadonlySet<string> = new Set(["Reason", "Prize", "Player", "Given by"]);

/** A table where there is room; on a phone each row is a card of labelled lines. */
function Table({ heads, rows, none }: { heads: readonly string[]; rows: readonly Row[]; none: string }) {
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
                  freeText.has(heads[index] ?? "") ? "wrap-anywhere" : "max-md:wrap-anywhere",
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

const paymentWords: Readonly<Record<string, string>> = {
  initiated: "Started",
  succeeded: "Captured",
  failed: "Failed",
  unknown: "Outcome unknown",
};

export function Payments({ order }: Props) {
  const at = (instant: string) => momentText(instant, order.course.timeZone);
  return (
    <Card title="Payments">
      <Table
        heads={["Method", "Amount", "Status", "Started", "Settled"]}
        none="No payment was tried."
        rows={order.payments.map((payment) => ({
          key: payment.id,
          cells: [
            paidByText(payment),
            potText(payment.amount),
            <>
              {paymentWords[payment.status] ?? payment.status}
              {payment.failureMessage && <span className="block text-ink-soft">{payment.failureMessage}</span>}
              {payment.failureCode && <span className="block text-ink-soft">Code: {payment.failureCode}</span>}
            </>,
            at(payment.createdAt),
            payment.resolvedAt ? at(payment.resolvedAt) : "Not yet",
          ],
        }))}
      />
    </Card>
  );
}

const refundWords: Readonly<Record<string, string>> = {
  due: "On its way",
  settled: "Returned",
  failed: "Refused by the gateway",
  dropped: "Dropped: went back another way",
  cancelled: "Cancelled at the payment service",
  paid_otherwise: "Paid otherwise",
};

export function Refunds({ order }: Props) {
  const at = (instant: string) => momentText(instant, order.course.timeZone);
  return (
    <Card title="Refunds">
      <Table
        heads={["Amount", "Reason", "Given by", "Status", "Given", "Returned"]}
        none="Nothing was refunded."
        rows={order.refunds.map((refund) => ({
          key: refund.id,
          cells: [
            potText(refund.amount),
            refund.reason,
            refund.actor ?? (refund.origin === "gateway" ? "At the payment service" : "By itself"),
            <>
              {refundWords[refund.status] ?? refund.status}
              {refund.failure && <span className="block text-ink-soft">{refund.failure}</span>}
              {refund.paidOtherwise && (
                <span className="block">From the bank: {otherwiseText(refund.paidOtherwise)}</span>
              )}
              {refund.twice && <span className="block font-semibold text-danger">Paid twice: also from the bank</span>}
              {refund.status === "failed" && <PayOtherwise refund={refund} orderNumber={order.number} />}
              {refund.released && (
                <span className="block text-ink-soft">
                  Claims stand, decided by {refund.released.by ?? "an administrator"} on {at(refund.released.at)}:{" "}
                  {refund.released.reason}
                </span>
              )}
            </>,
            at(refund.createdAt),
            refund.settledAt ? at(refund.settledAt) : refund.status === "cancelled" ? "Never" : "Not yet",
          ],
        }))}
      />
    </Card>
  );
}

export function Disputes({ order }: Props) {
  const at = (instant: string) => momentText(instant, order.course.timeZone);
  if (order.disputes.length === 0) return null;
  return (
    <Card title="Disputes">
      <Table
        heads={["Amount", "Reason", "Status", "Opened", "Closed"]}
        none="No dispute."
        rows={order.disputes.map((dispute) => ({
          key: dispute.id,
          cells: [
            potText(dispute.amount),
            dispute.reason,
            { open: "Open", won: "Won", lost: "Lost" }[dispute.status] ?? dispute.status,
            at(dispute.createdAt),
            dispute.resolvedAt ? at(dispute.resolvedAt) : "Not yet",
          ],
        }))}
      />
    </Card>
  );
}

const claimWords: Readonly<Record<string, string>> = {
  pending: "Pending",
  verified: "Verified",
  rejected: "Rejected",
  not_due: "",
  due: ", payout due",
  paid: ", paid out",
  forfeited: ", forfeited",
};

export function Claims({ order }: Props) {
  if (order.claims.length === 0) return null;
  return (
    <Card title="Claims">
      <Table
        heads={["Player", "Hole", "Prize", "Status", "Claimed"]}
        none="No claim."
        rows={order.claims.map((claim) => ({
          key: claim.id,
          cells: [
            claim.playerName,
            claim.targetHole,
            claim.prizeDescription,
            `${claimWords[claim.verificationStatus] ?? claim.verificationStatus}${claimWords[claim.payoutStatus] ?? ""}`,
            momentText(claim.createdAt, order.course.timeZone),
          ],
        }))}
      />
    </Card>
  );
}

export function Ledger({ order }: Props) {
  const signed = (amount: number) => (amount < 0 ? `credit ${potText(-amount)}` : `debit ${potText(amount)}`);
  return (
    <Card title="Ledger">
      <Table
        heads={["Transfer", "When", "Entries"]}
        none="The ledger has no transfer of this order."
        rows={order.transfers.map((transfer) => ({
          key: transfer.id,
          cells: [
            `${transfer.kind.replaceAll("_", " ")} (${transfer.id})`,
            momentText(transfer.createdAt, order.course.timeZone),
            <ul key="entries">
              {transfer.entries.map(({ account, amount }) => (
                <li key={account}>
                  {account}: {signed(amount)}
                </li>
              ))}
            </ul>,
          ],
        }))}
      />
    </Card>
  );
}
