/** The session's clock, m:ss. Announced politely at 5:00, 1:00 and 0:20; a word and an icon go with the colour. */
import { CirclePause, Hourglass, Timer } from "lucide-react";
import { useState } from "react";
import type { Session } from "#features/play/contract.ts";
import { clockMs } from "#features/play/rules.ts";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";

const marks = [
  { at: 20, words: "twentySeconds" },
  { at: 60, words: "oneMinute" },
  { at: 300, words: "fiveMinutes" },
] as const;

/** The running or paused clock of a session. @param now the server's, in ms */
export function clockOf(
  { status, expiresAt, pausedUntil }: Session,
  now: number,
): { seconds: number; paused: boolean } {
  const until = pausedUntil === null ? null : Date.parse(pausedUntil);
  const seconds = clockMs({ expiresAt: Date.parse(expiresAt), pausedUntil: until }, now) / 1000;
  return { seconds, paused: status !== "completed" && until !== null && now < until };
}

interface GameClockProps {
  seconds: number;
  over: boolean;
  /** Staff have paused the clock. */
  paused: boolean;
}

export function GameClock({ seconds, over, paused }: GameClockProps) {
  const passed = over || seconds <= 0 ? undefined : marks.find(({ at }) => seconds <= at);
  const words = useWords(gameWords);
  const [announced, setAnnounced] = useState<{ mark: typeof passed; now?: typeof passed }>({ mark: passed });
  if (passed !== announced.mark) setAnnounced({ mark: passed, now: passed });
  const last = !over && !paused && seconds <= 20;
  const Icon = paused ? CirclePause : last ? Hourglass : Timer;
  // A phone on its side has no height for words that repeat the clock: the icon stands beside it.
  const repeats = !over && !paused && !last;
  return (
    <div className={repeats ? "low:flex low:items-center low:gap-1" : ""}>
      <p className="flex items-center gap-2 text-on-fairway-soft">
        <Icon aria-hidden className="size-5" />
        <span className={repeats ? "low:sr-only" : ""}>
          {over ? words.sessionOver : paused ? words.paused : last ? words.lastSeconds : words.timeRemaining}
        </span>
      </p>
      <p
        role="timer"
        aria-label={words.timeRemaining}
        className={cx(
          "tabular font-display text-[min(3.75rem,18.75vw)] low:text-3xl leading-none font-extrabold tracking-tight",
          !over && seconds <= 60 && "text-gold",
        )}
      >
        {clockText(over ? 0 : seconds)}
      </p>
      <p aria-live="polite" className="sr-only">
        {paused ? words.paused : announced.now && words[announced.now.words]}
      </p>
    </div>
  );
}
