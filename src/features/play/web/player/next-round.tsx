/**
 * A game after its buyer bought more: a friend's screen, and the buyer's other phone, go on in the new session and say so.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { clockText } from "#platform/web/ui/clock.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { defineWords, wordsNow } from "#platform/web/words.ts";
import { lastGame } from "./last-game.ts";

const words = defineWords(
  {
    gave: (who: string, balls: number) => `${who} gave you ${balls} ${balls === 1 ? "ball" : "balls"}`,
    bought: "You bought more balls",
    newSession: (clock: string, balls: number) =>
      `New session: ${clock} for your ${balls} ${balls === 1 ? "ball" : "balls"}`,
  },
  {
    gave: (who, balls) => `${who} te dio ${balls} ${balls === 1 ? "bola" : "bolas"}`,
    bought: "Compraste más bolas",
    newSession: (clock, balls) => `Nueva sesión: ${clock} para ${balls === 1 ? "tu bola" : `tus ${balls} bolas`}`,
  },
);

interface NextRoundProps {
  /** Ended by a purchase of more balls. */
  session: Session;
  /** Whether a purchase is open on this screen. It goes on by itself. */
  buying: boolean | undefined;
}

/** How often (ms) the new session is asked for while no answer comes: the phone may be back only for a moment. */
const AGAIN_MS = 2000;

/** Draws nothing. */
export function NextRound({ session, buying }: NextRoundProps) {
  const caller = useCaller();
  const [, go] = useLocation();
  const { data, error, isFetchedAfterMount } = useQuery({
    ...queryFor(playRoutes.listActiveSessions, { params: { id: caller.id } }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => state.status === "error" && AGAIN_MS,
  });
  const { id } = session;
  const friend = session.mainSessionId !== null;
  const invited = friend ? data?.groupSessions[0] : undefined;
  // Without an answer of now, the open session that is known is this one.
  const next = isFetchedAfterMount && !error ? (friend ? invited : data?.sessions[0]) : undefined;
  useEffect(() => {
    // An earlier game that is opened again, to claim in it, stays.
    if (!next || lastGame.read()?.id !== id || buying) return;
    const { gave, bought, newSession } = wordsNow(words);
    const title = invited ? gave(invited.buyerName, invited.ballsBought) : bought;
    notify({ title, description: newSession(clockText(next.timeRemaining), next.ballsBought), duration: 5000 });
    go(paths.game({ session: next.id }), { replace: true });
  }, [next, invited, id, buying, go]);
  return null;
}
