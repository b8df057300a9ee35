/** The game's notices: waiting, all balls played, over. */
import type { Session } from "#features/play/contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import { noticeWords } from "./notice-words.ts";
import type { Phase, Seat } from "./seats.ts";

interface GameNoticesProps {
  phase: Exclude<Phase, "playing">;
  seats: readonly Seat[];
  session: Session;
  /** The time left to claim, "9 min"; undefined when it is over. */
  claimWithin: string | undefined;
}

export function GameNotices({ phase, seats, session, claimWithin }: GameNoticesProps) {
  const words = useWords(noticeWords);
  const list = new Intl.ListFormat(locales[useLanguage()[0]]);
  if (phase === "waiting") {
    const playing = seats.filter((seat) => seat.session.status === "active").map(({ name }) => name);
    return (
      <Banner title={words.waiting} live="polite">
        {words.stillPlay(list.format(playing), playing.length === 1)}
      </Banner>
    );
  }
  if (phase === "finished") {
    return (
      <Banner tone="success" title={words.allPlayed} live="polite">
        {session.mainSessionId !== null ? words.goesOn : session.claims.length > 0 ? words.keepOrEnd : words.droppedIn}
      </Banner>
    );
  }
  const why =
    session.endReason === "time" ? words.timeUp : session.endReason === "refund" ? words.refunded : words.hasEnded;
  if (!claimWithin) {
    return (
      <Banner title={why} live="polite">
        {words.windowClosed}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={why} live="polite">
      {words.mayClaim} {/* Outside the live region, which would announce every minute. */}
      <strong className="tabular" aria-live="off">
        {claimWithin}
      </strong>
      .
    </Banner>
  );
}
