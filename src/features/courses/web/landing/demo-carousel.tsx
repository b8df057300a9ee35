/** Four slides that show the game: previous, next, dots, arrow keys, swipe. Without scripts they are in a row. */
import { cx } from "#platform/web/ui/cx.ts";
import { SlideControls, useSlides } from "#platform/web/ui/slides.tsx";
import { useSwipe } from "#platform/web/ui/swipe.ts";
import { useWords } from "#platform/web/words.ts";
import { AppPicture } from "./app-picture.tsx";
import { landingWords } from "./landing-words.ts";

const slides = [
  { title: "slide1", text: "slide1Text", alt: "slide1Picture", picture: "course" },
  { title: "slide2", text: "slide2Text", alt: "slide2Picture", picture: "package" },
  { title: "slide3", text: "slide3Text", alt: "slide3Picture", picture: "game" },
  { title: "slide4", text: "slide4Text", alt: "slide4Picture", picture: "claim" },
] as const;

export function DemoCarousel() {
  const words = useWords(landingWords);
  const row = useSlides(slides.length);
  const touch = useSwipe({ onSwipe: row.move });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside
    <section
      aria-roledescription="carousel"
      aria-label={words.demo}
      onKeyDown={row.onKey}
      className="mown overflow-hidden rounded-[2rem] bg-fairway text-on-fairway [--focus:#ffd35c]"
    >
      <div
        aria-live="polite"
        className="touch-pan-y select-none noscript:grid noscript:sm:grid-cols-2 noscript:lg:grid-cols-4"
        {...touch}
      >
        {slides.map(({ title, text, alt, picture }, place) => (
          <div
            key={title}
            role="group"
            aria-roledescription="slide"
            aria-label={words.slideOf(place + 1, slides.length)}
            className={cx(
              "min-h-184 items-center justify-center gap-x-16 gap-y-6 px-5 pt-8 pb-4 sm:px-10 md:min-h-160 md:flex-row noscript:flex noscript:flex-col",
              place === row.index ? "flex flex-col" : "hidden",
              place === row.index && !row.untouched && "animate-rise",
            )}
          >
            <div className="min-w-0 md:max-w-90 md:flex-1">
              <p className="tabular font-semibold text-gold">{words.slideOf(place + 1, slides.length)}</p>
              <h3 className="text-3xl leading-tight font-extrabold tracking-tight">{words[title]}</h3>
              <p className="mt-2 text-on-fairway-soft">{words[text]}</p>
            </div>
            <AppPicture name={picture} alt={words[alt]} />
          </div>
        ))}
      </div>
      <SlideControls
        slides={row}
        labels={{
          previous: words.previous,
          next: words.next,
          each: slides.map(({ title }, place) => words.slide(place + 1, words[title])),
        }}
        className="justify-center gap-4 pb-5"
      />
    </section>
  );
}
