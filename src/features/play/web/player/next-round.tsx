/** A friend's game after the buyer bought more: the screen goes on in the new session, and says who gave the balls. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { defineWords } from "#platform/web/words.ts";

const words = defineWords(
  {
    gave: (who: string, balls: number) => `${who} gave you ${balls} ${balls === 1 ? "ball" : "balls"}`,
    newSession: "A new session has begun.",
  },
  {
    gave: (who, balls) => `${who} te dio ${balls} ${balls === 1 ? "bola" : "bolas"}`,
    newSession: "Empezó una nueva sesión.",
  },
);

/** @param children the game that is over, for somebody who sits out */
export function NextRound({ children }: { children: ReactNode }) {
  const caller = useCaller();
  const [, go] = useLocation();
  const { data, isFetchedAfterMount } = useQuery({
    ...queryFor(playRoutes.listActiveSessions, { params: { id: caller.id } }),
    refetchOnMount: "always",
  });
  const next = isFetchedAfterMount ? data?.groupSessions[0] : undefined;
  useEffect(() => {
    if (!next) return;
    const { gave, newSession } = wordsNow(words);
    notify({ title: gave(next.buyerName, next.ballsBought), description: newSession, duration: 5000 });
    go(paths.game({ session: next.id }), { replace: true });
  }, [next, go]);
  return children;
}
