/** `/game`: finds the session to play, follows it, and shows it. */
import { useQuery } from "@tanstack/react-query";
import { Redirect, useSearch } from "wouter";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { ApiError } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { GameBoard } from "./game-board.tsx";
import { gameWords } from "./game-words.ts";
import { useSessionView } from "./use-session-view.ts";

const NotLoaded = late(async () => (await import("./not-loaded.tsx")).NotLoaded);
const NextRound = late(async () => (await import("./next-round.tsx")).NextRound);

interface GameScreenProps {
  /** Called when the player wants more balls for a session whose own are played. */
  onKeepPlaying: (session: Session) => void;
  /** Whether more balls are being chosen and paid. */
  buying: boolean | undefined;
}

/** Opens the session of the id in the address; without one, the player's open session. */
export function GameScreen(props: GameScreenProps) {
  const id = new URLSearchParams(useSearch()).get("session");
  return id ? <Game key={id} id={id} {...props} /> : <OpenSession {...props} />;
}

function OpenSession(props: GameScreenProps) {
  const caller = useCaller();
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(playRoutes.listActiveSessions, { params: { id: caller.id } }),
    refetchOnMount: everyVisit,
  });
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} elsewhere />;
  if (!data || isFetching) return <LoadingSession />;
  const open = data.sessions[0] ?? data.groupSessions[0];
  if (!open) return <Redirect to={paths.app()} replace />;
  return (
    <>
      <Redirect to={paths.game({ session: open.id })} replace />
      {/* Shown until the address has changed, because otherwise the screen would be empty. */}
      <Game id={open.id} {...props} />
    </>
  );
}

function Game({ id, buying, onKeepPlaying }: GameScreenProps & { id: string }) {
  const caller = useCaller();
  const { error, refetch, view, patch } = useSessionView(id);
  if (!view) {
    if (!error) return <LoadingSession />;
    if (error instanceof ApiError && error.status === 404) return <Redirect to={paths.app()} replace />;
    return <NotLoaded error={error} onRetry={() => void refetch()} />;
  }
  const { session } = view;
  // The buyer plays for the whole group in the main session.
  if (session.mainSessionId !== null && session.userId !== caller.id)
    return <Redirect to={paths.game({ session: session.mainSessionId })} replace />;
  return (
    <>
      {session.endReason === "buy_more" && <NextRound session={session} buying={buying} />}
      <GameBoard view={view} patch={patch} onKeepPlaying={onKeepPlaying} />
    </>
  );
}

function LoadingSession() {
  const words = useWords(gameWords);
  return (
    <PlayerColumn>
      {/* On its side the phone shows the range left, as the game does. */}
      <div className="relative flex flex-1 flex-col low:pl-[50%]">
        <div className="mown h-48 bg-fairway low:h-16 sm:rounded-t-[1.75rem] low:rounded-none!" />
        <Skeleton className="h-[clamp(12rem,100dvh-36rem,21rem)] rounded-none low:absolute low:inset-y-0 low:left-0 low:h-full low:w-1/2" />
        <main id="content" tabIndex={-1} className="flex flex-1 flex-col gap-5 px-5 py-5 focus:outline-none">
          <p role="status" className="text-center text-xl font-semibold">
            {words.loading}
          </p>
          <Skeleton className="h-14" />
          <Skeleton className="h-40 short:hidden" />
          <ButtonLink href={paths.app()} variant="secondary" wide className="mt-auto">
            {words.returnToMain}
          </ButtonLink>
        </main>
      </div>
    </PlayerColumn>
  );
}
