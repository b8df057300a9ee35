/** The sandbox bank's question to its customer: answering it, or giving the payment up. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { queryFor } from "#platform/web/query.ts";
import { wordsNow } from "#platform/web/words.ts";
import { paymentWords } from "./words.ts";

export type ChallengeStep = "approve" | "deny" | "cancel";

export interface Challenge {
  /** The order that waits for the golfer's answer. */
  order: Order | undefined;
  /** The tap that is under way. */
  step: ChallengeStep | undefined;
  /** Why the last tap failed. */
  problem: string | undefined;
  take: (step: ChallengeStep) => void;
  /** Whether this device gave the payment of an order up; then its end needs no message. */
  wasCancelled: (orderId: string) => boolean;
}

export function useChallenge(awaited: Order | undefined): Challenge {
  const queries = useQueryClient();
  const [step, setStep] = useState<ChallengeStep>();
  const [problem, setProblem] = useState<string>();
  /** The bank has its answer; the page waits for the outcome. */
  const [answered, setAnswered] = useState<string>();
  const running = useRef(false);
  const cancelled = useRef<string>(undefined);
  const action = awaited?.status === "created" ? awaited.action : null;
  const attemptId =
    action?.kind === "sandbox_challenge" && action.attemptId !== answered ? action.attemptId : undefined;

  const keepAnswer = async (order: Order) => {
    const { queryKey } = queryFor(orderRoutes.getOrder, { params: { id: order.id } });
    // An older answer must not come after this one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { order });
  };
  const cancel = async (id: string) => {
    cancelled.current = id;
    try {
      const { order } = (await call(paymentRoutes.cancelOrder, { params: { id } })).body;
      await keepAnswer(order);
      if (order.status === "created") setProblem(wordsNow(paymentWords).serviceAway);
    } catch (error) {
      // Without an answer it may be cancelled all the same, and then it ends because of this tap.
      if (!(error instanceof ApiError && error.isNetworkFailure)) cancelled.current = undefined;
      throw error;
    }
  };
  const answer = async (id: string, attempt: string, approved: boolean) => {
    await call(sandboxRoutes.answerChallenge, { params: { id: attempt }, body: { approved } }).catch(
      (error: unknown) => {
        // It was answered before (perhaps by this tap, whose reply was lost) or too late: the order tells which.
        if (!(error instanceof ApiError) || error.code !== "payments.challenge_over") throw error;
      },
    );
    setAnswered(attempt);
    // The order is asked for again and again even without this reply.
    const reply = await call(paymentRoutes.checkOrder, { params: { id } }).catch(() => undefined);
    if (reply) await keepAnswer(reply.body.order);
  };
  const take = (tapped: ChallengeStep) => {
    // A ref, because a second tap may come before the first one was rendered.
    if (running.current || !awaited) return;
    // A real bank's question can only be given up here; its answer goes to the bank.
    const work =
      tapped === "cancel"
        ? cancel(awaited.id)
        : attemptId !== undefined && answer(awaited.id, attemptId, tapped === "approve");
    if (!work) return;
    running.current = true;
    setStep(tapped);
    setProblem(undefined);
    work
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => {
        running.current = false;
        setStep(undefined);
      });
  };
  return {
    order: attemptId === undefined ? undefined : awaited,
    step,
    problem,
    take,
    wasCancelled: (orderId) => cancelled.current === orderId,
  };
}
