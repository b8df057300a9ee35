/** `/game` without an answer of the server, and without what this device showed of the session. */
import { Redirect } from "wouter";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";

import { gameWords } from "./game-words.ts";
import { lastGame } from "./last-game.ts";
import { noticeWords } from "./notice-words.ts";

interface NotLoadedProps {
  error: unknown;
  onRetry: () => void;
  /** No session was asked for by its id: the game that this device showed last opens, if there is one. */
  elsewhere?: boolean;
}

export function NotLoaded({ error, onRetry, elsewhere = false }: NotLoadedProps) {
  const { notLoaded } = useWords(noticeWords);
  const { returnToMain } = useWords(gameWords);
  const { id } = useCaller();
  const last = lastGame.read();
  if (elsewhere && last?.userId === id) return <Redirect to={paths.game({ session: last.id })} replace />;
  return (
    <PlayerColumn>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col justify-center gap-2 px-5 py-10 focus:outline-none"
      >
        <ErrorState error={error} onRetry={onRetry} title={notLoaded} />
        <ButtonLink href={paths.app()} variant="quiet" wide>
          {returnToMain}
        </ButtonLink>
      </main>
    </PlayerColumn>
  );
}
