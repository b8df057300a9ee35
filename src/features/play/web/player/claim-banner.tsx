/** After a session, for the 10 minutes in which its last ball can be claimed: its summary, the way back in, the claim. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { playRoutes, sessionStream, type SessionView } from "#features/play/contract.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { useLive } from "#platform/web/live.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { useNow } from "#platform/web/ui/time.ts";

// Most visits do not follow a game.
const AfterGame = late(async () => (await import("./after-game.tsx")).AfterGame);

/** A device's clock may be wrong by hours, but a window older than this is closed. */
const A_DAY_MS = 86_400_000;

/** Shows nothing without an open window. */
export function ClaimBanner() {
  const state = useCallerState();
  return state.status === "signedIn" ? <OfPlayer userId={state.caller.id} /> : null;
}

function OfPlayer({ userId }: { userId: string }) {
  const { data } = useQuery({
    ...queryFor(playRoutes.listSessions, { params: { id: userId } }),
    refetchOnMount: everyVisit,
  });
  // The list's own clock: with that of a phone that is days ahead, no claim would be offered.
  const device = useNow(60_000);
  const now = data?.serverNow === undefined ? device : Date.parse(data.serverNow);
  const ended = data?.sessions.find(({ endedAt }) => endedAt !== null);
  return ended && Date.parse(ended.claimDeadline) > now - A_DAY_MS ? <OfSession key={ended.id} id={ended.id} /> : null;
}

/**
 * The clock of the list is as old as the list, and the answer for a completed session may be an old one from the
 * browser's cache (304). Only the stream's first event has the present clock.
 */
function OfSession({ id }: { id: string }) {
  const [view, setView] = useState<SessionView>();
  useLive(sessionStream, view ? undefined : { params: { id } }, { session: setView });
  return view?.session.endedAt ? <AfterGame view={view} /> : null;
}
