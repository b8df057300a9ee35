/** Sentences about disputes and refunds of a claim's payment, the worst first. Pure. */
import { disputeReason } from "#features/orders/dispute-rules.ts";
import type { Evidence } from "#features/claims/evidence-contract.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { priceText } from "#platform/web/ui/money.tsx";
import type { Language } from "#platform/web/words.ts";
import { factWords } from "./fact-words.ts";

type Payment = Pick<NonNullable<Evidence["payment"]>, "amount" | "refunded" | "refundedAtGateway" | "disputes">;

/** @param refunds the order's refunds, as administrators see them */
export function moneyTroubles(
  payment: Payment,
  refunds: readonly Pick<OrderFile["refunds"][number], "amount" | "status">[],
  language: Language = "en",
): string[] {
  const words = factWords[language];
  const disputes = (["lost", "open"] as const).flatMap((status) =>
    payment.disputes
      .filter((dispute) => dispute.status === status)
      .map(({ amount, reason }) => words[status](priceText(amount), disputeReason(reason, language))),
  );
  const refused = refunds
    .filter(({ status }) => status === "failed")
    .map(({ amount }) => words.refused(priceText(amount)));
  const { amount, refunded } = payment;
  const returned = refunded > 0 ? [words.returned(priceText(refunded), priceText(amount))] : [];
  return [...disputes, ...refused, ...returned];
}
