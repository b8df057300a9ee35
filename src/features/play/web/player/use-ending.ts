/** Ends a session after the shots that wait, shows the spec's toast, and returns to the main menu. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { translated } from "#platform/web/translate.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";
import { shotOutbox, type ShotOutboxResult } from "./shot-outbox.ts";
import { type Entry, isEnding } from "./shot-items.ts";

export function useEnding(sessionId: string, entries: readonly Entry[]) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const forgetOpen = () => {
    // The booking screens would open the cached session again.
    queries.removeQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    queries.removeQueries({ queryKey: keyOf(playRoutes.listSessions) });
  };
  const onOutcome = useEffectEvent(({ id, item, refused }: ShotOutboxResult) => {
    if (item.kind !== "end" || item.sessionId !== sessionId) return;
    const words = wordsNow(gameWords);
    if (refused) {
      void shotOutbox.remove(id);
      notify({ title: words.endFailed, description: translated(refused.message, refused.code), variant: "error" });
      return;
    }
    forgetOpen();
    notify({ title: words.ended, description: words.endedThanks });
    navigate(paths.app());
  });
  useEffect(() => shotOutbox.onResult((outcome) => onOutcome(outcome)), []);
  const ending = isEnding(entries, sessionId);
  const end = () => {
    if (!ending) shotOutbox.add(randomId(), { kind: "end", sessionId });
    shotOutbox.kick();
  };
  return { end, isEnding: ending };
}
