/** Asks the payment service again for a refund that it has refused. */
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { troubleWords } from "./trouble-words.ts";

/** Of two tries at once the second finds the refund on its way. */
export function RetryRefund({ refundId }: { refundId: string }) {
  const words = useWords(troubleWords);
  const retry = useAction({
    run: () => call(paymentRoutes.retryRefund, { params: { id: refundId }, idempotencyKey: randomId() }),
    done: words.again,
    failed: words.notSent,
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.searchOrders, orderSearchRoutes.getOrderFile],
  });
  return (
    <Button variant="secondary" size="small" busy={retry.busy && words.trying} onClick={() => void retry.start()}>
      {words.tryAgain}
    </Button>
  );
}
