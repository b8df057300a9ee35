/** The golfer's bank or wallet asks something: Stripe shows the question, and we ask our server for the outcome. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { ACTION_MINUTES } from "#features/payments/rules.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { InView } from "./in-view.tsx";
import { sheetWords } from "./sheet-words.ts";
import { loadScript } from "./stripe-script.ts";
import { stripeWords } from "./stripe-words.ts";
import type { Challenge } from "./use-challenge.ts";
import { paymentWords } from "./words.ts";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

export function StripeChallenge({ order, challenge }: { order: Order; challenge: Challenge }) {
  const words = useWords(stripeWords);
  const { cancelling } = useWords(paymentWords);
  const { answerBank, cancelPayment } = useWords(sheetWords);
  const { asking, problem, show } = useBank(order);
  const trouble = problem ?? challenge.problem;
  const busy = asking || challenge.step !== undefined;
  return (
    <InView>
      <Banner
        tone={trouble ? "danger" : "warning"}
        live="assertive"
        title={words.bankWants}
        actions={
          <>
            <Button size="small" busy={asking ? words.asking : busy} onClick={show}>
              {answerBank}
            </Button>
            <Button
              size="small"
              variant="secondary"
              busy={challenge.step === "cancel" ? cancelling : busy}
              onClick={() => challenge.take("cancel")}
            >
              {cancelPayment}
            </Button>
          </>
        }
      >
        {trouble ?? words.waits(ACTION_MINUTES)}
      </Banner>
    </InView>
  );
}

function useBank({ id, action }: Order) {
  const queries = useQueryClient();
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const publicKey = config.data?.payments.publicKey;
  const clientSecret = action?.kind === "stripe" ? action.clientSecret : undefined;
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const running = useRef(false);

  const check = async (): Promise<Order> => {
    const { order } = (await call(paymentRoutes.checkOrder, { params: { id } })).body;
    const { queryKey } = queryFor(orderRoutes.getOrder, { params: { id } });
    // An older answer must not come after this one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { order });
    return order;
  };
  const answer = async (key: string, secret: string) => {
    // If it was answered already, Stripe has nothing to show.
    if ((await check()).status !== "created") return;
    const stripe = await loadScript(key).catch(() => undefined);
    if (!stripe) {
      setProblem(wordsNow(stripeWords).unanswered);
      return;
    }
    const { error } = await stripe.handleNextAction({ clientSecret: secret });
    // Our server asks Stripe itself, whatever Stripe told the browser.
    const { status } = await check();
    if (status === "created" && error) setProblem(error.message ?? wordsNow(stripeWords).unanswered);
  };
  const show = () => {
    // A ref, because a second tap may come before the first one was rendered.
    if (running.current || publicKey === undefined || clientSecret === undefined) return;
    running.current = true;
    setAsking(true);
    setProblem(undefined);
    answer(publicKey, clientSecret)
      .catch((error: unknown) => setProblem(messageOf(error, wordsNow(stripeWords).unanswered)))
      .finally(() => {
        running.current = false;
        setAsking(false);
      });
  };

  const begin = useEffectEvent(show);
  const ready = publicKey !== undefined && clientSecret !== undefined;
  useEffect(() => {
    // A golfer who comes back from a wallet's own page is not sent there again without a tap.
    const isBack = new URLSearchParams(location.search).has("redirect_status");
    if (ready && !isBack) begin();
  }, [ready]);
  return { asking, problem, show };
}
