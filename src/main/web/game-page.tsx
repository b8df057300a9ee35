/** /game, and the sheet over it in which more balls are bought, loaded when it is needed. */
import { useState } from "react";
import { useSearch } from "wouter";
import { moreBallsKept } from "#features/booking/web/more-balls-kept.ts";
import { GameScreen } from "#features/play/web/player/game-screen.tsx";
import { late } from "#platform/web/ui/late.tsx";

const BuyMore = late(async () => (await import("#main/web/buy-more.tsx")).BuyMore, { asked: true });

export function GamePage() {
  const shown = new URLSearchParams(useSearch()).get("session");
  const [buying, setBuying] = useState(keptPurchase);
  const here = buying?.sessionId === shown ? buying : undefined;
  return (
    <>
      <GameScreen buying={here?.open} onKeepPlaying={({ id: sessionId }) => setBuying({ sessionId, open: true })} />
      {here && <BuyMore {...here} onClose={() => setBuying({ ...here, open: false })} />}
    </>
  );
}

/** A purchase that was under way when the page was loaded again. */
function keptPurchase(): { sessionId: string; open: boolean } | undefined {
  const purchase = moreBallsKept.read();
  return purchase && { sessionId: purchase.sessionId, open: true };
}
