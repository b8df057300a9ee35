/** Pays with one charge, whatever the network does. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { ACTION_MINUTES } from "#features/payments/rules.ts";
import { playRoutes } from "#features/play/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor, useRefresh } from "#platform/web/query.ts";
import { translated } from "#platform/web/translate.ts";
import { clearNotice, notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { awaitedOrder, awaitOrder, forgetPayment, isOpen, keyFor, unansweredKey } from "./kept-payment.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { firstState, type PaymentEvent, type PaymentState, type PaymentTask, stepPayment } from "./payment-state.ts";
import { problemField, type CardDetails, type CardProblems, type PaymentChoice } from "./payment-choice.ts";
import { untilAnswered } from "./sending.ts";
import { type Challenge, useChallenge } from "./use-challenge.ts";
import { useLostOrder } from "./use-lost-order.ts";
import { type OtherPayment, useOtherPayment } from "./use-other-payment.ts";
import { useWallet, type Wallet } from "./use-wallet.ts";
import { paymentWords } from "./words.ts";

const POLL_MS = 1500;

interface PaymentOptions extends Pick<CheckoutProps, "onPriceChanged" | "wasShown"> {
  /** Undefined until something is chosen and can be paid. */
  checkout: Checkout | undefined;
  /** Starts the session with the payment; `false` pays ahead. */
  start: boolean;
  /** The toast when the session has begun, instead of the payment's own. */
  begun?: { title: string; description: string | undefined };
  onFinished?: () => void;
}

export interface Payment {
  /**
   * All but `idle` locks the screen. `reconnecting`: the network went away before the reply came; `checking`: the gateway
   * has not said yet, or waits for the golfer.
   */
  phase: "idle" | "processing" | "reconnecting" | "checking";
  problems: CardProblems;
  /** Why the latest payment was declined, until the golfer pays again. */
  declined: string | undefined;
  /** Why our server refused it, as long, unless another notice of the page says so. */
  refused: ApiError | undefined;
  pay: (choice: PaymentChoice) => void;
  wallet: Wallet;
  challenge: Challenge;
  /** The order for which Stripe shows the bank's question. */
  atBank: Order | undefined;
  other: OtherPayment;
}

export function usePayment({ checkout, start, begun, onPriceChanged, wasShown, onFinished }: PaymentOptions): Payment {
  const [state, setState] = useState(() =>
    firstState({ orderId: awaitedOrder(), lost: unansweredKey() !== undefined }),
  );
  // A ref, because a second tap may come before the first one was rendered.
  const now = useRef(state);
  const [declined, setDeclined] = useState<string>();
  const [refusedFor, setRefusedFor] = useState<ApiError>();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const wallet = useWallet();
  const other = useOtherPayment();

  const dispatch = (event: PaymentEvent): void => {
    const { state: next, tasks } = stepPayment(now.current, event);
    now.current = next;
    setState(next);
    for (const task of tasks) perform(task);
  };
  const perform = (task: PaymentTask): void => {
    const words = wordsNow(paymentWords);
    switch (task.do) {
      case "charge":
        if (checkout) charge(task.choice, checkout).catch(refused);
        return;
      case "remember":
        return awaitOrder(task.orderId);
      case "forget":
        return forgetPayment();
      case "refresh":
        return void refresh([playRoutes.listActiveSessions, orderRoutes.listOrders]);
      case "finish":
        return finish(task);
      case "say":
        if (task.what === "walletClosed") return notify({ title: words.notPaid, description: words.walletClosed });
        if (task.what === "cancelled") return notify({ title: words.cancelled, description: words.notCharged });
        return failed(words.failed, task.what === "tooLate" ? words.tooLate : words.givenUp(ACTION_MINUTES));
      case "sayDeclined": {
        const reason = task.reason ? translated(task.reason) : words.processingFailed;
        setDeclined(reason);
        return failed(words.failed, reason);
      }
      case "sayRefused":
        return failed(problemField(task.error) ? words.failed : words.error, messageOf(task.error));
    }
  };
  const finish = ({ orderId, sessionId, message }: Extract<PaymentTask, { do: "finish" }>) => {
    const success = { title: wordsNow(paymentWords).successful, description: message && translated(message) };
    notify((sessionId && begun) || success);
    void refresh([playRoutes.listActiveSessions, orderRoutes.listOrders]);
    // Navigate first: without the selections this screen would lead to the start.
    go(sessionId ? paths.game({ session: sessionId }) : paths.app({ step: 3, order: orderId }), { replace: true });
    onFinished?.();
  };
  const refused = (error: unknown) => {
    const refusal = error instanceof ApiError ? error : undefined;
    if (refusal?.status === 401) return dispatch({ on: "signedOut" });
    if (refusal?.code === "payments.open_order") other.find();
    const price = refusal?.code === "payments.price_changed" ? refusal.details?.["price"] : undefined;
    if (typeof price === "number") onPriceChanged(price);
    // A saved card that expired or is gone: the list shows it no more, so the page says why.
    if (refusal?.code.startsWith("payments.saved_card")) setDeclined(messageOf(error));
    const field = problemField(error);
    if (refusal && !field && !/saved_card|open_order|active_session/.test(refusal.code)) setRefusedFor(refusal);
    const open = isOpen(error);
    dispatch({
      on: "refused",
      error,
      problems: field ? { [field]: messageOf(error) } : {},
      open,
      lost: open && unansweredKey() !== undefined,
    });
  };

  const tokenFor = async ({ method, card, token }: PaymentChoice): Promise<string | undefined> => {
    if (token) return token();
    if (card) return tokenOf(card);
    const { payments } = await queries.ensureQueryData(queryFor(courseRoutes.getConfig));
    return method === "card" || payments.provider !== "sandbox" ? undefined : wallet.tokenOf(method);
  };
  const charge = async (choice: PaymentChoice, { sessionData, packageInfo }: Checkout) => {
    const { method, savedCard, saveCard } = choice;
    const token = await tokenFor(choice);
    if (method !== "card" && token === undefined) return dispatch({ on: "closed" });
    const what = {
      sessionData,
      amount: packageInfo.price,
      start,
    };
    const idempotencyKey = keyFor(JSON.stringify({ method, ...what }));
    const reply = await untilAnswered(
      () =>
        call(paymentRoutes.processPayment, {
          body: { paymentInfo: { paymentMethod: method, token, savedCard, saveCard }, ...what },
          idempotencyKey,
        }),
      () => dispatch({ on: "cut" }),
    );
    if (reply.status === 200) {
      const { order, session, message } = reply.body;
      dispatch({ on: "paid", orderId: order.id, sessionId: session?.id, message });
    } else if (reply.status === 402) dispatch({ on: "declined", reason: reply.body.message });
    else dispatch({ on: "pending", orderId: reply.body.orderId });
  };
  const pay = (choice: PaymentChoice) => {
    if (!checkout) return;
    clearNotice();
    setDeclined(undefined);
    setRefusedFor(undefined);
    dispatch({ on: "pay", choice });
  };

  const orderId = state.at === "awaiting" ? state.orderId : undefined;
  const awaited = useQuery({
    ...queryFor(orderRoutes.getOrder, { params: { id: orderId ?? "" } }),
    enabled: orderId !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const order = orderId === undefined ? undefined : awaited.data?.order;
  const challenge = useChallenge(order);
  const shown = (seen: Order | undefined) => typeof seen?.sessionId === "string" && wasShown(seen.sessionId);
  useLostOrder(state.at === "lost", (found) => dispatch({ on: "found", order: found, shown: shown(found) }));
  const looked = useEffectEvent((seen: Order) =>
    dispatch({ on: "order", order: seen, cancelled: challenge.wasCancelled(seen.id), shown: shown(seen) }),
  );
  useEffect(() => {
    if (order) looked(order);
  }, [order]);
  const isGone = awaited.error instanceof ApiError && awaited.error.status === 404;
  const gone = useEffectEvent((id: string) => dispatch({ on: "gone", orderId: id }));
  useEffect(() => {
    if (isGone && orderId !== undefined) gone(orderId);
  }, [isGone, orderId]);

  const atBank = order?.status === "created" && order.action?.kind === "stripe" ? order : undefined;
  const problems = "problems" in state ? state.problems : {};
  return { phase: phaseOf(state), problems, declined, refused: refusedFor, pay, wallet, challenge, atBank, other };
}

function phaseOf(state: PaymentState): Payment["phase"] {
  if (state.at === "awaiting") return "checking";
  if (state.at === "sending") return state.cut ? "reconnecting" : "processing";
  return "idle";
}

function failed(title: string, description: string): void {
  notify({ title, description, variant: "error", duration: 5000 });
}

/** Card details go to the gateway (here the sandbox's endpoint); our server gets only the token. */
async function tokenOf(card: CardDetails): Promise<string> {
  const { body } = await call(sandboxRoutes.makeToken, { body: card });
  return body.token;
}
