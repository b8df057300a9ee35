/** A receipt as the wire shows it. */
import { partOf } from "#features/ledger/rules.ts";
import { otherwiseOf } from "#features/orders/server/view.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Receipt } from "../contract.ts";
import type { ReceiptView } from "./store.ts";

export function toReceipt({ receipt, order, player, refunds }: ReceiptView): Receipt {
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { taxLabel, taxRateMilli, taxCents } = receipt;
  return {
    number: receipt.number,
    orderId: receipt.orderId,
    orderNumber: order.number,
    operator: receipt.operatorName,
    playerName: player.name,
    course: { name: receipt.courseName, address: receipt.courseAddress, timeZone: receipt.timeZone },
    packageName: receipt.packageName,
    packageNameEs: order.packageNameEs ?? undefined,
    ballCount: receipt.ballCount,
    amount: toDollars(receipt.amountCents),
    tax:
      taxLabel === null || taxRateMilli === null || taxCents === null
        ? null
        : {
            label: taxLabel,
            rate: taxRateMilli / 1000,
            amount: toDollars(taxCents),
            left: toDollars(taxCents - partOf(taxCents, refunded, receipt.amountCents)),
          },
    payment: { method: receipt.method, last4: receipt.last4 },
    paidAt: receipt.paidAt.toISOString(),
    issuedAt: receipt.issuedAt.toISOString(),
    refunds: refunds.map(({ amountCents, reason, status, createdAt, settledAt, ...refund }) => ({
      amount: toDollars(amountCents),
      reason,
      // A refused refund is tried again: for its golfer it is still on its way.
      state: status === "settled" || status === "paid_otherwise" ? "returned" : "on_its_way",
      createdAt: createdAt.toISOString(),
      returnedAt: settledAt?.toISOString() ?? null,
      paidOtherwise: otherwiseOf(refund),
    })),
    refunded: toDollars(refunded),
    net: toDollars(receipt.amountCents - refunded),
  };
}
