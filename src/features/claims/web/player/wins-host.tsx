/** Celebrates a verified jackpot over any screen: at once while the app is open, otherwise when it is opened next. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { claimRoutes } from "#features/claims/contract.ts";
import { playRoutes, type SessionView } from "#features/play/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { celebratedWins, rememberWin, verdictsOf, winToCelebrate } from "./wins.ts";

const WinScreen = late(async () => (await import("./win-screen.tsx")).WinScreen);

/** How often the claims are read while one of them is under review. The game's own stream is faster. */
const REFRESH_MS = 20_000;

export function WinsHost() {
  const { id } = useCaller();
  const [done, setDone] = useState(celebratedWins);
  const { data, refetch } = useQuery({
    ...queryFor(claimRoutes.listMyClaims, { params: { id } }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      state.data?.claims.some(({ verificationStatus }) => verificationStatus === "pending") ? REFRESH_MS : false,
  });
  const verdicts = useShownVerdicts();
  useEffect(() => {
    if (verdicts !== "") void refetch();
  }, [verdicts, refetch]);
  const win = data && winToCelebrate(data.claims, done);
  if (!win) return null;
  return (
    <WinScreen
      key={win.id}
      claim={win}
      onClose={() => {
        rememberWin(win.id);
        setDone(celebratedWins());
      }}
    />
  );
}

/** The verdicts of the claims in the games that this page has loaded. */
function useShownVerdicts(): string {
  const queries = useQueryClient();
  const read = () =>
    verdictsOf(
      queries
        .getQueriesData<SessionView>({ queryKey: keyOf(playRoutes.getSession) })
        .flatMap(([, view]) => (view ? [view.session, ...view.friendSessions] : []))
        .flatMap(({ claims }) => claims),
    );
  return useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    read,
    () => "",
  );
}
