/** The saved cards over the gateway's form: one of them pays by the sticky button alone. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { InView } from "./in-view.tsx";
import { lastMethod } from "./last-payment.ts";
import type { PaymentFormProps } from "./payment-form-props.ts";
import { cardName, expiryText, savedCardWords } from "./saved-card-words.ts";
import { paymentWords } from "./words.ts";

interface SavedCardsProps extends Pick<PaymentFormProps, "id" | "declined" | "locked" | "onPay" | "onComplete"> {
  /** The gateway's form, for any other card and for wallets. */
  children: ReactNode;
}

const OTHER = "other";

export function SavedCards({ id, declined, locked, onPay, onComplete, children }: SavedCardsProps) {
  const words = useWords(savedCardWords);
  const { payAnotherWay } = useWords(paymentWords);
  const { data, isPending, refetch } = useQuery({
    ...queryFor(savedCardRoutes.listSavedCards),
    refetchOnMount: everyVisit,
  });
  const [chosen, setChosen] = useState<string>();
  const wasLocked = useRef(locked);
  useEffect(() => {
    // After a payment that did not go through, the card may have expired, or may be gone.
    if (wasLocked.current && !locked) void refetch();
    wasLocked.current = locked;
  }, [locked, refetch]);
  const usable = data?.cards.filter(({ expired }) => !expired) ?? [];
  // The way of paying last time, wallets included. A card that is gone is not replaced by another one silently.
  const first = lastMethod.read() ?? "card";
  const wanted = chosen ?? (first === "card" ? usable[0]?.id : OTHER);
  const card = usable.find((one) => one.id === wanted);
  const isReady = card !== undefined;
  const reportComplete = useEffectEvent(() => onComplete?.(true));
  useEffect(() => {
    if (isReady) reportComplete();
  }, [isReady]);

  const chooseOther = () => {
    setChosen(OTHER);
    onComplete?.(false);
  };
  if (isPending)
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-72" />
      </Loading>
    );
  return (
    <>
      {usable.length > 0 && (
        <Options legend={words.ways} hideLegend>
          {usable.map((one) => (
            <OptionCard
              key={one.id}
              name={`${id}-way`}
              checked={one.id === card?.id}
              disabled={locked}
              onChoose={() => setChosen(one.id)}
              title={cardName(one, words)}
              aside={<span className="font-normal text-ink-soft">{expiryText(one)}</span>}
            />
          ))}
          <OptionCard name={`${id}-way`} checked={!card} disabled={locked} onChoose={chooseOther} title={words.other} />
        </Options>
      )}
      {data?.cards
        .filter(({ expired }) => expired)
        .map((one) => (
          <p key={one.id} className="text-ink-soft">
            {words.expired(cardName(one, words))}
          </p>
        ))}
      {declined && (
        <InView>
          <Banner
            tone="danger"
            title={declined}
            actions={
              card && (
                <Button size="small" variant="secondary" onClick={chooseOther}>
                  {words.useAnother}
                </Button>
              )
            }
          >
            {card ? words.nothingCharged : payAnotherWay}
          </Banner>
        </InView>
      )}
      {card ? (
        <form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            if (locked) return;
            setChosen(card.id);
            lastMethod.write("card");
            onPay({ method: "card", savedCard: card.id });
          }}
        />
      ) : (
        children
      )}
    </>
  );
}
