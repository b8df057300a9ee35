/** Another payment of the player is under way and prevents this one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { isOpenOrder } from "./use-lost-order.ts";
import { paymentWords } from "./words.ts";

const POLL_MS = 1500;

export interface OtherPayment {
  order: Order | undefined;
  waiting: boolean;
  cancelling: boolean;
  /** Finds the other payment, which made the server refuse this one. */
  find: () => void;
  wait: () => void;
  cancel: () => void;
}

export function useOtherPayment(): OtherPayment {
  const queries = useQueryClient();
  const [met, setMet] = useState<Order>();
  /** The last other payment, once it is over. */
  const [over, setOver] = useState<Order>();
  const [waiting, setWaiting] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const watched = useQuery({
    ...queryFor(orderRoutes.getOrder, { params: { id: met?.id ?? "" } }),
    enabled: met !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const seen = watched.data?.order;
  const order = met && (seen ?? met);
  if (met && seen?.id === met.id && !isOpenOrder(seen)) {
    setMet(undefined);
    setWaiting(false);
    setOver(seen);
  }
  useEffect(() => {
    if (!over) return;
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(orderRoutes.listOrders) });
    notifyOver(over);
  }, [over, queries]);

  const cancel = async (id: string) => {
    setCancelling(true);
    try {
      const { order: last } = (await call(paymentRoutes.cancelOrder, { params: { id } })).body;
      if (isOpenOrder(last)) throw new Error("the gateway is away");
      const { queryKey } = queryFor(orderRoutes.getOrder, { params: { id } });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { order: last });
    } catch (error) {
      const { serviceAway, notCancelled: title } = wordsNow(paymentWords);
      const description = messageOf(error, serviceAway);
      notify({ title, description, variant: "error", duration: 5000 });
    } finally {
      setCancelling(false);
    }
  };
  const findOther = async () => {
    const { orders } = await queries.fetchQuery({ ...queryFor(orderRoutes.listOrders), staleTime: 0 });
    setMet(orders.find(isOpenOrder));
  };
  return {
    order,
    waiting,
    cancelling,
    // If it is not found or is over, the refusal's own sentence stays, and the next tap asks again.
    find: () => void findOther().catch(() => undefined),
    wait: () => setWaiting(true),
    cancel: () => {
      if (met && !cancelling) void cancel(met.id);
    },
  };
}

function notifyOver({ status }: Order): void {
  const words = wordsNow(paymentWords);
  if (status === "declined" || status === "expired") notify({ title: words.canPayNow, description: words.otherOver });
  else
    notify({
      title: words.otherPaid,
      description: status === "fulfilled" ? words.otherStarted : words.otherAmongOrders,
      duration: 5000,
    });
}
