/** Paying: one charge, whatever the network does. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { ACTION_MINUTES } from "#features/payments/rules.ts";
import { playRoutes } from "#features/play/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { translated } from "#platform/web/said.ts";
import { clearNotice, notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { awaitedOrder, awaitOrder, isOpen, isReplyLost, keyFor, forgetPayment } from "./kept-payment.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { problemField, type CardDetails, type CardProblems, type PaymentChoice } from "./payment-choice.ts";
import { untilAnswered } from "./sending.ts";
import { type Challenge, useChallenge } from "./use-challenge.ts";
import { isOpenOrder, useLostOrder } from "./use-lost-order.ts";
import { type OtherPayment, useOtherPayment } from "./use-other-payment.ts";
import { useWallet, type Wallet } from "./use-wallet.ts";
import { paymentWords } from "./words.ts";

const POLL_MS = 1500;

interface PaymentOptions extends Pick<CheckoutProps, "onPriceChanged"> {
  /** Undefined until something is chosen: then nothing can be paid. */
  checkout: Checkout | undefined;
  /** Starts the session with the payment; `false` pays ahead. */
  start: boolean;
  /** Said when the session has begun, instead of the payment's success. */
  begun?: { title: string; description: string };
  onFinished?: () => void;
}

export interface Payment {
  /**
   * All but `idle` locks the screen. `reconnecting`: the network went away before the reply came; `checking`: the gateway
   * has not told yet, or waits for the golfer.
   */
  phase: "idle" | "processing" | "reconnecting" | "checking";
  problems: CardProblems;
  pay: (choice: PaymentChoice) => void;
  wallet: Wallet;
  challenge: Challenge;
  /** The order whose bank Stripe asks the golfer for. */
  atBank: Order | undefined;
  other: OtherPayment;
}

export function usePayment({ checkout, start, begun, onPriceChanged, onFinished }: PaymentOptions): Payment {
  const [orderId, setOrderId] = useState(awaitedOrder);
  const [sending, setSending] = useState<"processing" | "reconnecting">();
  const [replyLost, setReplyLost] = useState(isReplyLost);
  const [problems, setProblems] = useState<CardProblems>({});
  const running = useRef(false);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const wallet = useWallet();
  const other = useOtherPayment();

  const finish = (paid: { orderId: string; sessionId: string | null | undefined; message?: string }) => {
    forgetPayment();
    setOrderId(undefined);
    const success = { title: wordsNow(paymentWords).successful, description: paid.message && translated(paid.message) };
    notify((paid.sessionId && begun) || success);
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(orderRoutes.listOrders) });
    // Away first: without the selections this screen would lead to the start.
    go(paid.sessionId ? paths.game({ session: paid.sessionId }) : paths.app({ step: 3, order: paid.orderId }), {
      replace: true,
    });
    onFinished?.();
  };
  const fail = (description: string) => {
    forgetPayment();
    setOrderId(undefined);
    notify({ title: wordsNow(paymentWords).failed, description, variant: "error", duration: 5000 });
  };
  const givenUp = (id: string) => {
    const words = wordsNow(paymentWords);
    if (challenge.wasCancelled(id)) {
      forgetPayment();
      setOrderId(undefined);
      notify({ title: words.cancelled, description: words.notCharged });
    } else fail(words.givenUp(ACTION_MINUTES));
  };
  const refused = (error: unknown) => {
    // The sign-in takes over, says so, and leads back here. The key stays: what may have been paid is not paid twice.
    if (error instanceof ApiError && error.status === 401) return;
    if (error instanceof ApiError && error.code === "payments.open_order") other.meet();
    const field = problemField(error);
    if (field) setProblems({ [field]: messageOf(error) });
    const price =
      error instanceof ApiError && error.code === "payments.price_changed" ? error.details?.["price"] : undefined;
    if (typeof price === "number") onPriceChanged(price);
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(orderRoutes.listOrders) });
    if (!isOpen(error)) forgetPayment();
    setReplyLost(isReplyLost());
    notify({
      title: field ? wordsNow(paymentWords).failed : wordsNow(paymentWords).error,
      description: messageOf(error),
      variant: "error",
      duration: 5000,
    });
  };

  const tokenFor = async ({ method, card, token }: PaymentChoice): Promise<string | undefined> => {
    if (token) return token();
    if (card) return tokenOf(card);
    const { payments } = await queries.ensureQueryData(queryFor(courseRoutes.getConfig));
    return method === "card" || payments.provider !== "sandbox" ? undefined : wallet.ask(method);
  };
  const charge = async (choice: PaymentChoice, { sessionData, packageInfo }: Checkout) => {
    const { method } = choice;
    const token = await tokenFor(choice);
    if (method !== "card" && token === undefined) {
      const { notPaid: title, walletClosed: description } = wordsNow(paymentWords);
      notify({ title, description });
      return;
    }
    const what = {
      sessionData,
      amount: packageInfo.price,
      start,
    };
    const idempotencyKey = keyFor(JSON.stringify({ method, ...what }));
    const reply = await untilAnswered(
      () =>
        call(paymentRoutes.processPayment, {
          body: { paymentInfo: { paymentMethod: method, ...(token ? { token } : {}) }, ...what },
          idempotencyKey,
        }),
      () => setSending("reconnecting"),
    );
    if (reply.status === 200)
      finish({ orderId: reply.body.order.id, sessionId: reply.body.session?.id, message: reply.body.message });
    else if (reply.status === 402) fail(reasonOf(reply.body.message));
    else {
      awaitOrder(reply.body.orderId);
      setOrderId(reply.body.orderId);
    }
  };
  const pay = (choice: PaymentChoice) => {
    // A ref, because a second tap may come before the first one was rendered.
    if (!checkout || running.current || (orderId !== undefined && !lost)) return;
    running.current = true;
    setSending("processing");
    setReplyLost(false);
    setProblems({});
    clearNotice();
    charge(choice, checkout)
      .catch(refused)
      .finally(() => {
        running.current = false;
        setSending(undefined);
      });
  };

  const awaited = useQuery({
    ...queryFor(orderRoutes.getOrder, { params: { id: orderId ?? "" } }),
    enabled: orderId !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const settled = awaited.data?.order;
  // Another player's, or none: there is nothing to wait for.
  const lost = awaited.error instanceof ApiError && awaited.error.status === 404;
  const challenge = useChallenge(orderId === undefined ? undefined : settled);
  useLostOrder(replyLost, (orders) => {
    setReplyLost(false);
    const what = checkout?.sessionData;
    const ours = orders.find(
      (order) =>
        isOpenOrder(order) && (!what || (order.courseId === what.courseId && order.packageId === what.packageId)),
    );
    // Without one it is over already, or never began: a session or a paid order that came of it is shown as such.
    void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    void queries.invalidateQueries({ queryKey: keyOf(orderRoutes.listOrders) });
    if (!ours) return;
    awaitOrder(ours.id);
    setOrderId(ours.id);
  });
  const settle = useRef<(order: Order) => void>(undefined);
  useEffect(() => {
    settle.current = (order) => {
      if (order.status === "paid" || order.status === "fulfilled")
        finish({ orderId: order.id, sessionId: order.sessionId });
      else if (order.status === "declined") fail(reasonOf(order.failure));
      else if (order.status === "expired") givenUp(order.id);
      else if (order.status === "refund_due" || order.status === "refunded") {
        fail(wordsNow(paymentWords).tooLate);
      } else if (order.status === "reversed") fail(reasonOf(order.failure));
    };
  });
  useEffect(() => {
    if (orderId !== undefined && settled?.id === orderId) settle.current?.(settled);
  }, [orderId, settled]);
  useEffect(() => {
    if (lost) forgetPayment();
  }, [lost]);

  const phase = orderId !== undefined && !lost ? "checking" : (sending ?? "idle");
  const atBank = settled?.status === "created" && settled.action?.kind === "stripe" ? settled : undefined;
  return { phase, problems, pay, wallet, challenge, atBank, other };
}

/** Why a payment was declined. */
function reasonOf(message: string | null): string {
  return message ? translated(message) : wordsNow(paymentWords).processingFailed;
}

/** Card details go to the gateway, here the sandbox's own endpoint; only the token goes on. */
async function tokenOf(card: CardDetails): Promise<string> {
  const { body } = await call(sandboxRoutes.makeToken, { body: card });
  return body.token;
}
