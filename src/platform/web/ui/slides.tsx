/** The position in a row of slides, and the buttons and dots that change it. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";

export interface Slides {
  /** The slide that is shown, from 0. */
  index: number;
  /** Nobody has moved yet: the first slide is shown without an animation. */
  untouched: boolean;
  /** Moves by one or several, forwards or back; it stops at the ends. */
  move: (by: number) => void;
  pick: (index: number) => void;
  /** The arrow keys. With a modifier they belong to the browser (back, forward). */
  onKey: (event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">) => void;
}

/** @param count how many there are */
export function useSlides(count: number): Slides {
  const [at, setAt] = useState<number>();
  const move = (by: number) => setAt((now = 0) => Math.min(count - 1, Math.max(0, now + by)));
  return {
    index: at ?? 0,
    untouched: at === undefined,
    move,
    pick: setAt,
    onKey: ({ key, altKey, ctrlKey, metaKey }) => {
      if (altKey || ctrlKey || metaKey) return;
      if (key === "ArrowRight") move(1);
      if (key === "ArrowLeft") move(-1);
    },
  };
}

interface SlideControlsProps {
  slides: Slides;
  labels: { previous: string; next: string; each: readonly string[] };
  className?: string;
}

/** Previous, a dot for each slide, and next, on a dark ground. */
export function SlideControls({ slides: { index, move, pick }, labels, className }: SlideControlsProps) {
  const arrow = (label: string, by: 1 | -1, end: number) => (
    <IconButton
      label={label}
      aria-disabled={index === end}
      onClick={() => move(by)}
      className="aria-disabled:opacity-30"
    >
      {by < 0 ? <ChevronLeft aria-hidden className="size-7" /> : <ChevronRight aria-hidden className="size-7" />}
    </IconButton>
  );
  return (
    <div className={cx("flex items-center noscript:hidden", className)}>
      {arrow(labels.previous, -1, 0)}
      <div className="flex min-w-0">
        {labels.each.map((label, place) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            aria-current={place === index}
            onClick={() => pick(place)}
            className="flex h-11 w-11 min-w-6 items-center justify-center rounded-full"
          >
            <span
              className={cx(
                "h-2.5 rounded-full transition-[width,background-color]",
                place === index ? "w-6 bg-gold" : "w-2.5 bg-white/55",
              )}
            />
          </button>
        ))}
      </div>
      {arrow(labels.next, 1, labels.each.length - 1)}
    </div>
  );
}
