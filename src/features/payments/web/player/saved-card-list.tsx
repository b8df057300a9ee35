/** The saved cards in the profile; each can be removed. A player without saved cards does not see the list. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SavedCard, savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { cardName, expiryText, savedCardWords } from "./saved-card-words.ts";

export function SavedCardList() {
  const words = useWords(savedCardWords);
  const { productName } = useFrame();
  const { data, error, refetch } = useQuery({
    ...queryFor(savedCardRoutes.listSavedCards),
    refetchOnMount: "always",
  });
  if (data ? data.cards.length === 0 : !error) return null;
  return (
    <Card title={words.title}>
      {data ? (
        <>
          <p className="text-ink-soft">{words.about(productName)}</p>
          <ul className="divide-y divide-line">
            {data.cards.map((card) => (
              <CardRow key={card.id} card={card} />
            ))}
          </ul>
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.listFailed} />
      )}
    </Card>
  );
}

function CardRow({ card }: { card: SavedCard }) {
  const words = useWords(savedCardWords);
  const [asking, setAsking] = useState(false);
  const name = cardName(card, words);
  const remove = useAction({
    run: () => call(savedCardRoutes.removeSavedCard, { params: { id: card.id } }),
    onDone: () => setAsking(false),
    done: { title: words.removed, description: name },
    failed: words.notRemoved,
    changes: [savedCardRoutes.listSavedCards],
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className={card.expired ? "text-danger" : "text-ink-soft"}>
          {card.expired ? words.over(expiryText(card)) : words.until(expiryText(card))}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-label={words.removeOne(name)} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        closable={!remove.busy}
        title={words.removeAsk(name)}
        footer={
          <>
            <Button variant="danger" wide busy={remove.busy && words.removing} onClick={() => void remove.start()}>
              {words.remove}
            </Button>
            <Button variant="secondary" wide disabled={remove.busy} onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
          </>
        }
      >
        <p>{words.removeAbout}</p>
      </Sheet>
    </li>
  );
}
