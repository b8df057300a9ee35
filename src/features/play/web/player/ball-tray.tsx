/** The balls of a player, drawn: those left are white, those hit are hollow, those not saved yet are dotted. */
import { cx } from "#platform/web/ui/cx.ts";

/** More than this are only counted. */
const DRAWN = 20;
/** More than this are drawn smaller, to stay in one row. */
const ONE_ROW = 13;

interface BallTrayProps {
  left: number;
  bought: number;
  /** Of those hit, how many the server does not have yet. */
  saving: number;
  /** On the green band, or on a card. */
  on?: "band" | "card";
}

/** Decorative: say the count in text beside it. */
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
              "rounded-full border-2 transition-colors duration-300",
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
