/** Ends a session after the shots that wait, shows the spec's toast, and returns to the main menu. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { shotOutbox, type ShotOutboxResult } from "./shot-outbox.ts";
import { type Entry, isEnding } from "./shot-items.ts";

/** Without its words a session ends all the same. */
export const loadEndToasts = () => import("./end-toasts.ts");

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
    void loadEndToasts().then(
      ({ tellEnd }) => tellEnd(refused),
      () => undefined,
    );
    if (refused) {
      void shotOutbox.remove(id);
      return;
    }
    forgetOpen();
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
