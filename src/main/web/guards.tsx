/** Who may see a screen. The server checks for itself; these only spare people a refusal. */
import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { frameWords } from "#main/web/words.tsx";
import type { Address } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";

/** The outline of a screen while it is not known what to show. */
export function ScreenLoading() {
  return (
    <PlayerColumn>
      <div className="mown h-40 bg-fairway sm:rounded-t-[1.75rem]" />
      <main id="content" tabIndex={-1} className="px-5 py-6">
        <Loading label={useWords(frameWords).loading}>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </Loading>
      </main>
    </PlayerColumn>
  );
}

interface GuardProps {
  /** Where a visitor is sent; after the end of a session, always to the sign-in and back. */
  visitor: Address["visitor"];
  children: ReactNode;
}

export function Guard({ visitor, children }: GuardProps) {
  const state = useCallerState();
  const [location] = useLocation();
  const search = useSearch();
  if (visitor === "stays") return children;
  if (state.status === "unknown") return <ScreenLoading />;
  if (state.status === "signedOut") {
    const back = paths.login({ from: search ? `${location}?${search}` : location });
    return <Redirect to={visitor === "login" || state.lost ? back : playerAddresses[visitor].path} replace />;
  }
  return children;
}
