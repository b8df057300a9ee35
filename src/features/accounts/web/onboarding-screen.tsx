/** The first thing a golfer sees: five slides, told like a story. Tap, swipe, arrow keys and real buttons. */
import { useEffect, useEffectEvent } from "react";
import { Link } from "wouter";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { SlideControls, useSlides } from "#platform/web/ui/slides.tsx";
import { useSwipe } from "#platform/web/ui/swipe.ts";
import { ScreenTitle } from "#platform/web/ui/title.tsx";
import { useWords } from "#platform/web/words.ts";
import { onboardingWords } from "./onboarding-words.ts";
import { slides } from "./onboarding-slides.tsx";

export function OnboardingScreen() {
  const { productName } = useFrame();
  const words = useWords(onboardingWords);
  const row = useSlides(slides.length);
  const { index, move } = row;
  const slide = slides[index];
  const touch = useSwipe({ onSwipe: move, onTap: (part) => move(part < 1 / 3 ? -1 : 1) });
  const onKey = useEffectEvent((event: KeyboardEvent) => row.onKey(event));
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  if (!slide) return null;

  return (
    <PlayerColumn ground="fairway">
      <main
        id="content"
        tabIndex={-1}
        className="mown flex flex-1 flex-col px-5 sm:rounded-[1.75rem] pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))] low:pb-2 focus:outline-none"
      >
        <section aria-roledescription="carousel" aria-label={words.how(productName)} className="flex flex-1 flex-col">
          <div
            className="flex gap-1.5"
            role="progressbar"
            aria-label={words.slides}
            aria-valuemin={1}
            aria-valuemax={slides.length}
            aria-valuenow={index + 1}
          >
            {slides.map(({ title }, place) => (
              <span key={title} className="h-1.5 flex-1 overflow-hidden rounded-full bg-white/25">
                <span
                  className={cx(
                    "block h-full rounded-full bg-gold transition-[width] duration-300",
                    place <= index ? "w-full" : "w-0",
                  )}
                />
              </span>
            ))}
          </div>
          <ScreenTitle title={productName} className="mt-4 text-xl! low:mt-1" />
          <div aria-live="polite" className="flex flex-1 cursor-pointer touch-pan-y flex-col select-none" {...touch}>
            <div
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={words.slideOf(index + 1, slides.length)}
              // On its side a phone shows the words beside the picture, and the ways in below them.
              className={cx(
                "flex flex-1 flex-col low:grid low:grid-cols-2 low:gap-3",
                !row.untouched && "animate-rise",
              )}
            >
              <div className="relative my-4 min-h-56 flex-1 low:row-span-2 low:my-2 low:min-h-0 overflow-hidden rounded-[2rem] shadow-card">
                {slide.art}
              </div>
              <h2 className="low:self-end text-[clamp(1.5rem,7.8vw,2.25rem)] leading-tight font-extrabold tracking-tight">
                {words[slide.title]}
              </h2>
              <p className="mt-2 min-h-21 text-on-fairway-soft low:min-h-0">{words[slide.text]}</p>
            </div>
          </div>
          <noscript>
            <ol className="flex flex-col gap-4 py-2">
              {slides.slice(1).map(({ title, text }) => (
                <li key={title}>
                  <strong>{words[title]}</strong>
                  <p className="text-on-fairway-soft">{words[text]}</p>
                </li>
              ))}
            </ol>
          </noscript>
          <SlideControls
            slides={row}
            labels={{
              previous: words.previous,
              next: words.next,
              each: slides.map(({ title }, place) => words.slide(place + 1, words[title])),
            }}
            className="mt-2 justify-between low:mt-0"
          />
        </section>
        <div className="flex flex-col low:flex-row low:gap-3">
          <div className="mt-4 flex flex-1 flex-wrap gap-3 *:min-w-min *:flex-1 low:mt-1">
            <ButtonLink
              href={paths.login()}
              variant="secondary"
              className="border-white/70! bg-transparent! text-on-fairway! hover:bg-white/12!"
            >
              {words.login}
            </ButtonLink>
            <ButtonLink href={paths.register()} variant="gold">
              {words.register}
            </ButtonLink>
          </div>
          <Link
            href={paths.landing()}
            className="mx-auto mt-2 inline-flex min-h-12 low:mt-1 items-center px-4 font-semibold underline decoration-2 underline-offset-4"
          >
            {words.more}
          </Link>
        </div>
      </main>
    </PlayerColumn>
  );
}
