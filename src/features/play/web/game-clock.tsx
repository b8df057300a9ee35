/** The session's clock, m:ss. It is told politely at 5:00, 1:00 and 0:20, and by a word and an icon, not by colour alone. */
import { Hourglass, Timer } from "lucide-react";
import { useState } from "react";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";

const marks = [
  { at: 20, words: "twentySeconds" },
  { at: 60, words: "oneMinute" },
  { at: 300, words: "fiveMinutes" },
] as const;

export function GameClock({ seconds, over }: { seconds: number; over: boolean }) {
  const passed = over || seconds <= 0 ? undefined : marks.find(({ at }) => seconds <= at);
  const words = useWords(gameWords);
  const [said, setSaid] = useState<{ mark: typeof passed; said?: typeof passed }>({ mark: passed });
  if (passed !== said.mark) setSaid({ mark: passed, said: passed });
  const last = !over && seconds <= 20;
  const Icon = last ? Hourglass : Timer;
  return (
    <div>
      <p className="flex items-center gap-2 text-on-fairway-soft">
        <Icon aria-hidden className="size-5" />
        {over ? words.sessionOver : last ? words.lastSeconds : words.timeRemaining}
      </p>
      <p
        role="timer"
        aria-label={words.timeRemaining}
        className={cx(
          "tabular font-display text-[min(3.75rem,18.75vw)] leading-none font-extrabold tracking-tight",
          !over && seconds <= 60 && "text-gold",
        )}
      >
        {clockText(over ? 0 : seconds)}
      </p>
      <p aria-live="polite" className="sr-only">
        {said.said && words[said.said.words]}
      </p>
    </div>
  );
}
