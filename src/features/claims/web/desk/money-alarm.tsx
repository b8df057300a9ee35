/** The loudest part of the evidence: the claim's payment was disputed, taken back or refunded, or a refund refused. */
import { useQuery } from "@tanstack/react-query";
import type { Evidence } from "#features/claims/evidence-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { useLanguage } from "#platform/web/words.ts";
import { moneyTroubles } from "./money-troubles.ts";

export function MoneyAlarm({ payment, isAdmin }: { payment: NonNullable<Evidence["payment"]>; isAdmin: boolean }) {
  const [language] = useLanguage();
  // Staff may not read the order with its refunds; they see what the evidence says of it.
  const { data } = useQuery({
    ...queryFor(orderSearchRoutes.getOrderFile, { params: { id: payment.orderId } }),
    enabled: isAdmin,
  });
  const [worst, ...others] = moneyTroubles(payment, data?.order.refunds ?? [], language);
  if (worst === undefined) return null;
  return (
    <Banner tone="danger" title={worst}>
      {others.map((trouble) => (
        <p key={trouble}>{trouble}</p>
      ))}
    </Banner>
  );
}
