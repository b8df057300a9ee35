/** The session's clock, m:ss. It is told politely at 5:00, 1:00 and 0:20, and by a word and an icon, not by colour alone. */
import { Hourglass, Timer } from "lucide-react";
import { useState } from "react";
import { clockText } from "#platform/web/ui/clock.tsx";
import { cx } from "#platform/web/ui/cx.ts";

const marks = [
  { at: 20, words: "20 seconds left" },
  { at: 60, words: "1 minute left" },
  { at: 300, words: "5 minutes left" },
] as const;

export function GameClock({ seconds, over }: { seconds: number; over: boolean }) {
  const passed = over || seconds <= 0 ? undefined : marks.find(({ at }) => seconds <= at);
  const [said, setSaid] = useState({ mark: passed, words: "" });
  if (passed !== said.mark) setSaid({ mark: passed, words: passed?.words ?? "" });
  const last = !over && seconds <= 20;
  const Icon = last ? Hourglass : Timer;
  return (
    <div>
      <p className="flex items-center gap-2 text-base text-on-fairway-soft">
        <Icon aria-hidden className="size-5" />
        {over ? "Session over" : last ? "Last seconds" : "Time remaining"}
      </p>
      <p
        role="timer"
        aria-label="Time remaining"
        className={cx(
          "tabular font-display text-[min(3.75rem,18.75vw)] leading-none font-extrabold tracking-tight",
          !over && seconds <= 60 && "text-gold",
        )}
      >
        {clockText(over ? 0 : seconds)}
      </p>
      <p aria-live="polite" className="sr-only">
        {said.words}
      </p>
    </div>
  );
}
