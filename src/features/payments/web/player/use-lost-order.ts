/** A payment without a reply may have been taken: looks for its order when the server can be reached. */
import { useEffect, useEffectEvent } from "react";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { call } from "#platform/web/api.ts";
import { unansweredKey } from "./kept-payment.ts";

const ASK_MS = 3000;

/** Whether an order's payment is still under way. */
export function isOpenOrder({ status }: Order): boolean {
  return status === "created" || status === "charging";
}

/** While `lost`, asks for the order of the unanswered payment until there is an answer, and hands it over once. */
export function useLostOrder(lost: boolean, onFound: (order: Order | undefined) => void): void {
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!lost) return;
    const asking = new AbortController();
    const findOrder = () => {
      call(orderRoutes.listOrders, { query: { key: unansweredKey() }, signal: asking.signal }).then(
        ({ body }) => found(body.orders[0]),
        () => {
          if (!asking.signal.aborted) timer = setTimeout(findOrder, ASK_MS);
        },
      );
    };
    let timer = setTimeout(findOrder);
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [lost]);
}
