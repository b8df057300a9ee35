/** Four slides that show the game: previous, next, dots, arrow keys, swipe. Without scripts all four stand in a row. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useSwipe } from "#platform/web/ui/swipe.ts";
import { useWords } from "#platform/web/words.ts";
import { ClaimPicture, CoursePicture, GamePicture, PackagePicture } from "./demo-pictures.tsx";
import { landingWords } from "./landing-words.ts";

const slides = [
  { title: "slide1", text: "slide1Text", Picture: CoursePicture },
  { title: "slide2", text: "slide2Text", Picture: PackagePicture },
  { title: "slide3", text: "slide3Text", Picture: GamePicture },
  { title: "slide4", text: "slide4Text", Picture: ClaimPicture },
] as const;

export function DemoCarousel() {
  const words = useWords(landingWords);
  // Undefined until somebody moves: the first slide stands at once, without an entrance.
  const [at, setAt] = useState<number>();
  const index = at ?? 0;
  const move = (by: number) => setAt((now = 0) => Math.min(slides.length - 1, Math.max(0, now + by)));
  const touch = useSwipe({ onSwipe: move });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside
    <section
      aria-roledescription="carousel"
      aria-label={words.demo}
      onKeyDown={({ key, altKey, ctrlKey, metaKey }) => {
        // With a modifier the keys are the browser's: back, forward.
        if (altKey || ctrlKey || metaKey) return;
        if (key === "ArrowRight") move(1);
        if (key === "ArrowLeft") move(-1);
      }}
      className="mown overflow-hidden rounded-[2rem] bg-fairway text-on-fairway [--focus:#ffd35c]"
    >
      <div
        aria-live="polite"
        className="touch-pan-y select-none noscript:grid noscript:sm:grid-cols-2 noscript:lg:grid-cols-4"
        {...touch}
      >
        {slides.map(({ title, text, Picture }, place) => (
          <div
            key={title}
            role="group"
            aria-roledescription="slide"
            aria-label={words.slideOf(place + 1, slides.length)}
            className={cx(
              "min-h-144 items-center justify-center gap-x-16 gap-y-6 px-5 pt-8 pb-4 sm:px-10 md:min-h-128 md:flex-row noscript:flex noscript:flex-col",
              place === index ? "flex flex-col" : "hidden",
              place === index && at !== undefined && "animate-rise",
            )}
          >
            <div className="min-w-0 md:max-w-90 md:flex-1">
              <p className="tabular font-semibold text-gold">{words.slideOf(place + 1, slides.length)}</p>
              <h3 className="text-3xl leading-tight font-extrabold tracking-tight">{words[title]}</h3>
              <p className="mt-2 text-on-fairway-soft">{words[text]}</p>
            </div>
            <Picture />
          </div>
        ))}
      </div>
      <div className="flex items-center justify-center gap-4 pb-5 noscript:hidden">
        <IconButton
          label={words.previous}
          aria-disabled={index === 0}
          onClick={() => move(-1)}
          className="aria-disabled:opacity-30"
        >
          <ChevronLeft aria-hidden className="size-7" />
        </IconButton>
        <div className="flex">
          {slides.map(({ title }, place) => (
            <button
              key={title}
              type="button"
              aria-label={words.slide(place + 1, words[title])}
              aria-current={place === index}
              onClick={() => setAt(place)}
              className="flex size-11 items-center justify-center rounded-full"
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
        <IconButton
          label={words.next}
          aria-disabled={index === slides.length - 1}
          onClick={() => move(1)}
          className="aria-disabled:opacity-30"
        >
          <ChevronRight aria-hidden className="size-7" />
        </IconButton>
      </div>
    </section>
  );
}
