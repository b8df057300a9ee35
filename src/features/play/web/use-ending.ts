/** Ends a session: after the shots under way, with the spec's toast, and back to the main menu. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import type { Shots } from "./use-shots.ts";

export function useEnding(sessionId: string, inTurnSoon: Shots["inTurnSoon"]) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const forgetOpen = () => {
    // What the booking screens remember would lead straight back here.
    queries.removeQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
    queries.removeQueries({ queryKey: keyOf(playRoutes.listSessions) });
  };
  const ending = useMutation({
    mutationFn: () => inTurnSoon(() => call(playRoutes.completeSession, { params: { id: sessionId } })),
    onSuccess: () => {
      forgetOpen();
      notify({ title: "Session Completed", description: "Thanks for playing! Returning to main menu." });
      navigate(paths.app());
    },
    onError: (error) => notify({ title: "Error completing session", description: messageOf(error), variant: "error" }),
  });
  return { end: () => ending.mutate(), isEnding: ending.isPending, forgetOpen };
}
