/** What the bank or the payment service did to a claim's payment, in sentences, the worst first. Pure. */
import type { Evidence } from "#features/claims/evidence-contract.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { priceText } from "#platform/web/ui/money.tsx";

type Payment = Pick<NonNullable<Evidence["payment"]>, "amount" | "refunded" | "refundedAtGateway" | "disputes">;

const disputeSentences: Readonly<Record<string, (amount: string, reason: string) => string>> = {
  lost: (amount, reason) => `The bank took ${amount} of this payment back (${reason}).`,
  open: (amount, reason) => `This payment is disputed: ${amount} (${reason}). The bank is deciding.`,
};

/** @param refunds of the order, as administrators read it */
export function moneyTroubles(
  payment: Payment,
  refunds: readonly Pick<OrderFile["refunds"][number], "amount" | "status">[],
): string[] {
  const disputes = ["lost", "open"].flatMap((status) =>
    payment.disputes
      .filter((dispute) => dispute.status === status)
      .flatMap(
        ({ amount, reason }) => disputeSentences[status]?.(priceText(amount), reason.replaceAll("_", " ")) ?? [],
      ),
  );
  const refused = refunds
    .filter(({ status }) => status === "failed")
    .map(({ amount }) => `The bank refused a refund of ${priceText(amount)}: the golfer has not got it.`);
  const { amount, refunded } = payment;
  const returned = refunded > 0 ? [`${priceText(refunded)} of ${priceText(amount)} was refunded.`] : [];
  return [...disputes, ...refused, ...returned];
}
