/** Amounts of money, from dollars as the API gives them. A pot is gold and counts up; a price is plain text. */
import { useEffect, useRef, useState } from "react";
import { formatCents, formatPrice, toCents } from "#platform/shared/money.ts";
import { cx } from "./cx.ts";

const COUNT_MS = 900;

/** Counts from the last amount to `cents`. The first one, and all under reduced motion, are shown at once. */
function useCountUp(cents: number): number {
  const [shown, setShown] = useState(cents);
  const from = useRef(shown);
  useEffect(() => {
    const start = from.current;
    if (start === cents) return;
    const began = performance.now();
    const still = prefersStill();
    let frame = requestAnimationFrame(function tick(now) {
      const part = still ? 1 : Math.min(1, (now - began) / COUNT_MS);
      const eased = 1 - (1 - part) ** 3;
      from.current = Math.round(start + (cents - start) * eased);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [cents]);
  return shown;
}

function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Large amounts grow with enlarged text only as far as the window is wide. */
const potSizes = { small: "text-xl", medium: "text-[min(1.875rem,10vw)]", large: "text-[min(3rem,13vw)]" } as const;

interface PotProps {
  dollars: number;
  size?: keyof typeof potSizes;
  /** `plate` on the green Plate (bright gold), `paper` on paper and cards (dark gold). */
  on?: "paper" | "plate";
  /** Before the amount, in the same gold: "Jackpot: ". */
  label?: string;
  className?: string;
}

/** @example <Pot dollars={course.jackpotAmount} label="Jackpot: " /> shows `Jackpot: $1,024.50` */
export function Pot({ dollars, size = "medium", on = "paper", label = "", className }: PotProps) {
  const cents = useCountUp(toCents(dollars));
  return (
    <span
      className={cx(
        "tabular font-display font-extrabold tracking-tight",
        potSizes[size],
        on === "plate" ? "text-gold" : "text-gold-text",
        className,
      )}
    >
      {label}
      <span className="whitespace-nowrap">{formatCents(cents)}</span>
    </span>
  );
}

/** `$3`, or `$3.60` when there are cents. */
export function priceText(dollars: number): string {
  return formatPrice(toCents(dollars));
}

/** Always two decimals: `$1,024.50`. */
export function potText(dollars: number): string {
  return formatCents(toCents(dollars));
}
