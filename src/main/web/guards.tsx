/** Who may see a screen. The server refuses for itself; these only spare people a screen of refusals. */
import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { frameWords } from "#main/web/words.tsx";
import { useCallerState } from "#platform/web/caller.tsx";
import { paths, type Path } from "#platform/web/paths.ts";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";

/** A screen's shape while it is not known what to show. */
export function Waiting() {
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
  children: ReactNode;
  /** Where a visitor goes; without it, and for one whose session ended, to the sign-in and back again. */
  otherwise?: Path;
}

export function SignedIn({ children, otherwise }: GuardProps) {
  const state = useCallerState();
  const [location] = useLocation();
  const search = useSearch();
  if (state.status === "unknown") return <Waiting />;
  if (state.status === "signedOut") {
    const back = paths.login({ from: search ? `${location}?${search}` : location });
    return <Redirect to={(state.lost ? undefined : otherwise) ?? back} replace />;
  }
  return children;
}

/** The booking steps: a visitor is led to the start (spec, section 2). */
export function PlayerOnly({ children }: { children: ReactNode }) {
  return <SignedIn otherwise={paths.home()}>{children}</SignedIn>;
}
