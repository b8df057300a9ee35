import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import { bookingWords } from "./words.ts";

/** 'N balls left to allocate', always visible. */
export function BallsLeft({ left }: { left: number | undefined }) {
  const words = useWords(bookingWords);
  const text = left === undefined ? words.packageFirst : left < 0 ? words.tooMany(-left) : words.leftToAllocate(left);
  return (
    <p
      role="status"
      className={cx(
        "tabular sticky top-[calc(var(--folded,0rem)+0.5rem)] z-10 rounded-2xl px-5 py-3 text-center text-xl font-bold shadow-card",
        left === 0
          ? "bg-accent text-on-accent"
          : left !== undefined && left < 0
            ? "bg-danger text-on-danger"
            : "bg-gold text-on-gold",
      )}
    >
      {text}
    </p>
  );
}
