/** The clock of a session, m:ss. It shows what it is given; who counts is the game's business. */
import { Hourglass, Timer } from "lucide-react";
import { useState } from "react";
import { cx } from "./cx.ts";

/** Seconds as `m:ss`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function spoken(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [
    minutes > 0 ? `${minutes} minute${minutes === 1 ? "" : "s"}` : "",
    rest > 0 || minutes === 0 ? `${rest} second${rest === 1 ? "" : "s"}` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Announced to screen readers when the clock passes them, in seconds. */
const marks = [20, 60, 300] as const;

interface ClockProps {
  seconds: number;
  label?: string;
  className?: string;
  size?: "medium" | "large";
}

/** @example <Clock seconds={secondsLeft} /> — gold below a minute, with a word and another icon below 20 seconds. */
export function Clock({ seconds, label = "Time remaining", className, size = "large" }: ClockProps) {
  const whole = Math.max(0, Math.ceil(seconds));
  const mark = marks.find((limit) => whole <= limit);
  const [said, setSaid] = useState({ mark, text: "" });
  if (mark !== said.mark) setSaid({ mark, text: mark === undefined || whole === 0 ? "" : `${spoken(mark)} left` });
  const low = whole <= 60;
  const Icon = whole <= 20 ? Hourglass : Timer;
  return (
    <div className={cx("flex flex-col", className)}>
      <span className="flex items-center gap-2 text-base">
        <Icon aria-hidden className="size-5" />
        {whole <= 20 && whole > 0 ? "Last seconds" : label}
      </span>
      <span
        role="timer"
        aria-label={`${label}: ${spoken(whole)}`}
        className={cx(
          "tabular font-display font-extrabold tracking-tight",
          size === "large" ? "text-6xl" : "text-4xl",
          low && "text-gold",
        )}
      >
        {clockText(whole)}
      </span>
      <span aria-live="assertive" className="sr-only">
        {said.text}
      </span>
    </div>
  );
}
