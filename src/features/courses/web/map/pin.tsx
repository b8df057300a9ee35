/** A numbered marker. The chosen one is dark green, and larger, and has its name under it. */
import type { Course } from "../../contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { mapWords } from "./map-words.ts";

interface PinProps {
  course: Course;
  chosen: boolean;
  onTap: () => void;
}

export function Pin({ course, chosen, onTap }: PinProps) {
  const words = useWords(mapWords);
  return (
    <>
      <button
        type="button"
        data-pin={course.id}
        aria-label={words.pin(course.id, course.name, potText(course.jackpotAmount))}
        aria-pressed={chosen}
        onClick={onTap}
        className={cx(
          "group pointer-events-auto absolute bottom-0 left-0 flex origin-bottom -translate-x-1/2 justify-center rounded-full transition-transform hover:scale-110",
          chosen ? "h-[66px] w-[54px] text-xl" : "h-[50px] w-11 text-lg",
        )}
      >
        <svg aria-hidden viewBox="0 0 40 50" className="course-pin absolute inset-0 size-full" data-chosen={chosen}>
          <path d="M20 49C16 40 3 32 3 19a17 16.5 0 0 1 34 0c0 13-13 21-17 30Z" />
        </svg>
        <span
          className={cx("tabular relative z-1 font-display font-extrabold text-white", chosen ? "mt-3" : "mt-1.5")}
          aria-hidden
        >
          {course.id}
        </span>
      </button>
      {chosen && (
        <span
          aria-hidden
          className="absolute top-1 left-0 w-max max-w-36 -translate-x-1/2 rounded-lg border border-white/50 bg-fairway px-2 py-0.5 text-center text-base leading-tight font-semibold text-balance wrap-anywhere text-white"
        >
          {course.name}
        </span>
      )}
    </>
  );
}
