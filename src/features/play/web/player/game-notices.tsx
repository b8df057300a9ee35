/** The game's notices before its end: who still plays, and that all balls are played. */
import type { Session } from "#features/play/contract.ts";
import { useOnline } from "#platform/web/online.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import { noticeWords } from "./notice-words.ts";
import type { Phase, Seat } from "./seats.ts";

interface GameNoticesProps {
  phase: Exclude<Phase, "playing" | "over">;
  seats: readonly Seat[];
  session: Session;
}

export function GameNotices({ phase, seats, session }: GameNoticesProps) {
  const words = useWords(noticeWords);
  // Buying balls needs a connection.
  const online = useOnline();
  const list = new Intl.ListFormat(locales[useLanguage()[0]]);
  if (phase === "waiting") {
    const playing = seats.filter((seat) => seat.session.status === "active").map(({ name }) => name);
    return (
      <Banner title={words.waiting} live="polite">
        {words.stillPlay(list.format(playing), playing.length === 1)}
      </Banner>
    );
  }
  const bought = seats.reduce((sum, seat) => sum + seat.session.ballsBought, 0);
  const leads = online
    ? ([words.droppedIn, words.keepOrEnd] as const)
    : ([words.droppedInOffline, words.keepOrEndOffline] as const);
  return (
    <Banner tone="success" title={words.allPlayed(bought === 1)} live="polite">
      {session.mainSessionId !== null ? words.goesOn : leads[session.claims.length > 0 ? 1 : 0]}
    </Banner>
  );
}
