/** On the first steps: an order is paid and not started yet. */
import { useQuery } from "@tanstack/react-query";
import { orderRoutes } from "#features/orders/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { sessionWords } from "./session-words.ts";

export function WaitingOrderBanner() {
  const words = useWords(sessionWords);
  const named = useNamed();
  const orders = useQuery({ ...queryFor(orderRoutes.listOrders), refetchOnMount: everyVisit });
  const waiting = orders.data?.orders.find(({ status, held }) => status === "paid" && held === null);
  if (!waiting) return null;
  return (
    <Banner
      tone="success"
      title={words.paidAndReady}
      actions={
        <ButtonLink href={paths.app({ step: 3, order: waiting.id })} size="small">
          {words.toOrder}
        </ButtonLink>
      }
    >
      {words.waitsForStart(named(waiting.packageName, waiting.packageNameEs), waiting.courseName)}
    </Banner>
  );
}
