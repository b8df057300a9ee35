/** A payment without a reply may have been taken: looks for its order when the server can be reached. */
import { useEffect, useEffectEvent } from "react";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { call } from "#platform/web/api.ts";

const ASK_MS = 3000;

/** Whether an order's payment is still under way. */
export function isOpenOrder({ status }: Order): boolean {
  return status === "created" || status === "charging";
}

/** While `lost`, asks for the player's orders until they come, and hands them over once. */
export function useLostOrder(lost: boolean, onOrders: (orders: readonly Order[]) => void): void {
  const found = useEffectEvent(onOrders);
  useEffect(() => {
    if (!lost) return;
    const asking = new AbortController();
    const ask = () => {
      call(orderRoutes.listOrders, { signal: asking.signal }).then(
        ({ body }) => found(body.orders),
        () => {
          if (!asking.signal.aborted) timer = setTimeout(ask, ASK_MS);
        },
      );
    };
    let timer = setTimeout(ask);
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [lost]);
}
