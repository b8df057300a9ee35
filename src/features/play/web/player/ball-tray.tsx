/** A player's balls, drawn: balls left are white, balls hit are hollow, shots that are not saved yet are dotted. */
import { cx } from "#platform/web/ui/cx.ts";

/** More balls than this are shown as a number only. */
const DRAWN = 20;
/** More balls than this are drawn smaller, to stay in one row. */
const ONE_ROW = 13;

interface BallTrayProps {
  left: number;
  bought: number;
  /** How many of the balls hit the server does not have yet. */
  saving: number;
  /** On the green band, or on a card. */
  on?: "band" | "card";
}

/** Decorative: show the count as text beside it. */
export function BallTray({ left, bought, saving, on = "band" }: BallTrayProps) {
  if (bought > DRAWN) return null;
  const band = on === "band";
  const many = bought > ONE_ROW;
  return (
    <span aria-hidden className={cx("flex flex-wrap", many ? "gap-[3px]" : "gap-1.5")}>
      {Array.from({ length: Math.max(bought, left) }, (_, index) => {
        const full = index < left;
        const unsaved = !full && index < left + saving;
        return (
          <span
            key={index}
            className={cx(
              "rounded-full border-2",
              many ? "size-3.5" : "size-5",
              full && band && "border-white bg-[radial-gradient(circle_at_35%_30%,#fff_45%,#d5dfd9)]",
              full && !band && "border-accent bg-accent",
              !full && band && "border-white/45",
              !full && !band && "border-edge/60",
              unsaved && "animate-shimmer border-dashed border-gold",
            )}
          />
        );
      })}
    </span>
  );
}
