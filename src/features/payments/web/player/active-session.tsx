/** The player's open sessions. Only an active one blocks buying; any can be resumed. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { InView } from "./in-view.tsx";
import { sessionWords } from "./session-words.ts";

export interface OpenSessions {
  /** The session that blocks buying. */
  active: Session | undefined;
  /** A session that can be resumed: the player's own, or one of a group; without an answer, the one shown here last. */
  resumable: Session | undefined;
}

/** @param seenHere the game that a player saw last on this device, from the room of play: for when there is no answer */
export function useOpenSessions(seenHere?: (playerId: string) => Session | undefined): OpenSessions {
  const state = useCallerState();
  const id = state.status === "signedIn" ? state.caller.id : undefined;
  const { data, error } = useQuery({
    ...queryFor(playRoutes.listActiveSessions, { params: { id: id ?? "" } }),
    enabled: id !== undefined,
    refetchOnMount: everyVisit,
  });
  const active = data?.sessions.find(({ status }) => status === "active");
  if (!data && error && id !== undefined) return { active, resumable: seenHere?.(id) };
  return { active, resumable: active ?? data?.sessions[0] ?? data?.groupSessions[0] };
}

/** Wraps the choosing steps: an active session leads to the game. */
export function NoActiveSession({ children }: { children: ReactNode }) {
  const { active } = useOpenSessions();
  return active ? <Redirect to={paths.game({ session: active.id })} replace /> : children;
}

/** At the top of the booking steps. */
export function SessionFoundBanner({ seenHere }: { seenHere: (playerId: string) => Session | undefined }) {
  const words = useWords(sessionWords);
  const { resumable } = useOpenSessions(seenHere);
  if (!resumable) return null;
  return (
    <Banner
      tone="warning"
      title={words.sessionFound}
      actions={
        <ButtonLink href={paths.game({ session: resumable.id })} size="small">
          {words.resumeGame}
        </ButtonLink>
      }
    >
      {resumable.status === "balls_finished"
        ? words.bayFinished(resumable.bayNumber)
        : words.bayRunning(resumable.bayNumber)}
    </Banner>
  );
}

interface BlockedBannerProps {
  session: Session;
  onBack?: () => void;
}

/** On checkout and step 3: buying waits until the session is over. */
export function BlockedBanner({ session, onBack }: BlockedBannerProps) {
  const words = useWords(sessionWords);
  return (
    <InView>
      <Banner
        tone="warning"
        live="polite"
        title={words.activeInProgress}
        actions={
          <>
            <ButtonLink href={paths.game({ session: session.id })} size="small">
              {words.resumeSession}
            </ButtonLink>
            {onBack && (
              <Button variant="secondary" size="small" onClick={onBack}>
                {words.goBack}
              </Button>
            )}
          </>
        }
      >
        {words.alreadyActive}
      </Banner>
    </InView>
  );
}
