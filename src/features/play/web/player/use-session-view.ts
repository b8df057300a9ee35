/** The session of a screen: by server-sent events, by polling while they are away, or as this device saw it last. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { playRoutes, sessionStream, sessionView, type Session, type SessionView } from "#features/play/contract.ts";
import { ApiError, call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { useKeptOnDevice } from "#platform/web/kept-on-device.ts";
import { useLive } from "#platform/web/live.ts";
import { everyVisit, movedOn, queryFor } from "#platform/web/query.ts";
import { lastGame } from "./last-game.ts";

/** Polling without the stream (by the spec); with it, a slower one that sets the clock again. */
const POLL_MS = 1000;
const RESYNC_MS = 5000;

/**
 * @returns `view`, `patch` to show a session from another answer, and the error of the latest answer. While the server
 *   is away, `view` is what this device saw last.
 */
export function useSessionView(id: string) {
  const queries = useQueryClient();
  const playerId = useCaller().id;
  const { queryKey } = queryFor(playRoutes.getSession, { params: { id } });
  const { connected } = useLive(
    sessionStream,
    { params: { id } },
    { session: (view) => queries.setQueryData<SessionView>(queryKey, (shown) => newer(shown, view)) },
  );
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { body } = await call(playRoutes.getSession, { params: { id }, signal });
      return newer(queries.getQueryData<SessionView>(queryKey), body);
    },
    refetchOnMount: everyVisit,
    refetchInterval: connected ? RESYNC_MS : POLL_MS,
  });
  const { data, refetch } = query;
  const error = useLastError(query);
  const kept = useKeptOnDevice(`session ${playerId} ${id}`, sessionView, data);
  const answered = data?.session;
  useEffect(() => {
    // One that is over when it is opened is no game to come back to.
    if (answered && (answered.status !== "completed" || lastGame.read()?.id === id)) lastGame.write(answered);
  }, [id, answered]);

  useEffect(() => {
    // A locked phone has missed events and ticks.
    const wake = () => {
      if (document.visibilityState === "visible") void refetch();
    };
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [refetch]);

  const patch = (session: Session) => {
    // A poll already under way has read the older state.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<SessionView>(queryKey, (shown) => shown && replaced(shown, session));
  };
  const away = error instanceof ApiError && (error.isNetworkFailure || error.status >= 500);
  // Computed once for the clock at this moment; the board's own clock goes on from there.
  const seen = useMemo(
    () => (away && kept ? movedOn(kept.value, Math.max(0, deviceNow() - kept.at)) : undefined),
    [away, kept],
  );
  return { error, refetch, view: data ?? seen, patch };
}

/**
 * The error of the latest answer, until one succeeds. The query itself drops its error whenever it asks again, which
 * would remove the kept game, and the sheets over it, at every poll.
 */
function useLastError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [last, setLast] = useState(error);
  const now = data === undefined ? (error ?? last) : error;
  if (now !== last) setLast(now);
  return now;
}

/** Answers can arrive in the wrong order: the one that the server gave last is shown. */
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
