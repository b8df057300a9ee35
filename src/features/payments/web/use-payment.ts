/** Paying: one charge, whatever the network does. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { bookingRoutes, type Order } from "#features/booking/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { clearNotice, notify } from "#platform/web/ui/toast.tsx";
import { awaitedOrder, awaitOrder, isOpen, keyFor, settleAttempt } from "./attempt.ts";
import type { CheckoutProps } from "./checkout.ts";
import { problemField, type CardDetails, type CardProblems, type PaymentChoice } from "./payment-choice.ts";

const POLL_MS = 1500;
/** The server is still at the first request with our key: ask again this often, this many times. */
const REPEAT_MS = 1000;
const REPEATS = 40;

interface PaymentOptions extends CheckoutProps {
  /** Starts the session with the payment; `false` pays ahead. */
  start: boolean;
}

export interface Payment {
  /** `checking`: the gateway has not told yet. All is locked. */
  phase: "idle" | "processing" | "checking";
  problems: CardProblems;
  pay: (choice: PaymentChoice) => void;
}

export function usePayment({ checkout, start, onPriceChanged, onFinished }: PaymentOptions): Payment {
  const [orderId, setOrderId] = useState(awaitedOrder);
  const [processing, setProcessing] = useState(false);
  const [problems, setProblems] = useState<CardProblems>({});
  const running = useRef(false);
  const [, go] = useLocation();
  const queries = useQueryClient();

  const finish = (paid: { orderId: string; sessionId: string | null | undefined; message?: string }) => {
    settleAttempt();
    setOrderId(undefined);
    notify({ title: "Payment Successful", description: paid.message });
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(bookingRoutes.listOrders) });
    // Away first: without the selections this screen would lead to the start.
    go(paid.sessionId ? paths.game({ session: paid.sessionId }) : paths.app({ step: 3, order: paid.orderId }), {
      replace: true,
    });
    onFinished();
  };
  const fail = (title: string, message: string) => {
    settleAttempt();
    setOrderId(undefined);
    notify({ title, description: message, variant: "error", duration: 5000 });
  };
  const refused = (error: unknown) => {
    const field = problemField(error);
    if (field) setProblems({ [field]: messageOf(error) });
    const price =
      error instanceof ApiError && error.code === "payments.price_changed" ? error.details?.["price"] : undefined;
    if (typeof price === "number") onPriceChanged(price);
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(bookingRoutes.listOrders) });
    if (!isOpen(error)) settleAttempt();
    notify({
      title: field ? "Payment Failed" : "Payment Error",
      description: messageOf(error),
      variant: "error",
      duration: 5000,
    });
  };

  const charge = async ({ method, card }: PaymentChoice) => {
    const token = card ? await tokenOf(card) : undefined;
    const { sessionData, packageInfo } = checkout;
    const what = {
      sessionData,
      amount: packageInfo.price,
      start,
    };
    const idempotencyKey = keyFor(JSON.stringify({ method, ...what }));
    const reply = await patiently(() =>
      call(paymentRoutes.processPayment, {
        body: { paymentInfo: { paymentMethod: method, ...(token ? { token } : {}) }, ...what },
        idempotencyKey,
      }),
    );
    if (reply.status === 200)
      finish({ orderId: reply.body.order.id, sessionId: reply.body.session?.id, message: reply.body.message });
    else if (reply.status === 402) fail("Payment Failed", reply.body.message || "Payment processing failed");
    else {
      awaitOrder(reply.body.orderId);
      setOrderId(reply.body.orderId);
    }
  };
  const pay = (choice: PaymentChoice) => {
    // A ref, because a second tap may come before the first one was rendered.
    if (running.current || (orderId !== undefined && !lost)) return;
    running.current = true;
    setProcessing(true);
    setProblems({});
    clearNotice();
    charge(choice)
      .catch(refused)
      .finally(() => {
        running.current = false;
        setProcessing(false);
      });
  };

  const awaited = useQuery({
    ...queryFor(bookingRoutes.getOrder, { params: { id: orderId ?? "" } }),
    enabled: orderId !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const settled = awaited.data?.order;
  // Another player's, or none: there is nothing to wait for.
  const lost = awaited.error instanceof ApiError && awaited.error.status === 404;
  const settle = useRef<(order: Order) => void>(undefined);
  useEffect(() => {
    settle.current = (order) => {
      if (order.status === "paid" || order.status === "fulfilled")
        finish({ orderId: order.id, sessionId: order.sessionId });
      else if (order.status === "declined" || order.status === "expired")
        fail("Payment Failed", order.failure ?? "Payment processing failed");
      else if (order.status === "refund_due" || order.status === "refunded") {
        fail("Payment Failed", "Your payment went through too late to start the session. It is refunded in full.");
      }
    };
  });
  useEffect(() => {
    if (orderId !== undefined && settled?.id === orderId) settle.current?.(settled);
  }, [orderId, settled]);
  useEffect(() => {
    if (lost) settleAttempt();
  }, [lost]);

  return { phase: orderId !== undefined && !lost ? "checking" : processing ? "processing" : "idle", problems, pay };
}

/** Card details go to the gateway, here the sandbox's own endpoint; only the token goes on. */
async function tokenOf(card: CardDetails): Promise<string> {
  const { body } = await call(sandboxRoutes.makeToken, { body: card });
  return body.token;
}

/** Repeats a call (with its same key) while the server still works on the first one. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = REPEATS; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError) || error.code !== "request.in_progress") throw error;
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
    }
  }
}
