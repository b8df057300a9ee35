/** A session as the screen follows it: live by server-sent events, by polling while they are away. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { playRoutes, sessionStream, type Session, type SessionView } from "#features/play/contract.ts";
import { call } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";

/** Without the stream (the spec's polling), and with it: the clock is set anew now and then. */
const POLL_MS = 1000;
const RESYNC_MS = 5000;

/** @returns the query, `connected`, and `patch`, which shows a session that another answer carried. */
export function useSessionView(id: string) {
  const queries = useQueryClient();
  const { queryKey } = queryFor(playRoutes.getSession, { params: { id } });
  const { connected } = useLive(sessionStream, { id }, (view) =>
    queries.setQueryData<SessionView>(queryKey, (shown) => newer(shown, view)),
  );
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { body } = await call(playRoutes.getSession, { params: { id }, signal });
      return newer(queries.getQueryData<SessionView>(queryKey), body);
    },
    refetchOnMount: "always",
    refetchInterval: connected ? RESYNC_MS : POLL_MS,
  });
  const { refetch } = query;

  useEffect(() => {
    // A phone that was locked has slept through events and ticks.
    const wake = () => {
      if (document.visibilityState === "visible") void refetch();
    };
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [refetch]);

  const patch = (session: Session) => {
    // A poll that is under way has read the state before this one.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<SessionView>(queryKey, (shown) => shown && replaced(shown, session));
  };
  return { query, connected, patch };
}

/** Answers can overtake each other: the one that the server gave later is shown. */
function newer(shown: SessionView | undefined, view: SessionView): SessionView {
  return shown && shown.serverNow > view.serverNow ? shown : view;
}

function replaced(view: SessionView, session: Session): SessionView {
  if (view.session.id === session.id) return { ...view, session };
  return {
    ...view,
    friendSessions: view.friendSessions.map((friend) => (friend.id === session.id ? session : friend)),
  };
}
