/** The first thing a golfer sees: five slides, told like a story. Tap, swipe, arrow keys and real buttons. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { ButtonLink, IconButton } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { ScreenTitle } from "#platform/web/ui/title.tsx";
import { slides } from "./onboarding-slides.tsx";

/** Pixels that make a swipe. */
const SWIPE = 50;
/** A tap moves less than this. */
const STILL = 10;

export function OnboardingScreen() {
  const { productName } = useFrame();
  const [index, setIndex] = useState(0);
  const start = useRef<{ x: number; y: number }>(undefined);
  const slide = slides[index];
  const last = slides.length - 1;
  const show = (to: number) => setIndex(Math.min(last, Math.max(0, to)));
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "ArrowRight") setIndex((at) => Math.min(last, at + 1));
      if (key === "ArrowLeft") setIndex((at) => Math.max(0, at - 1));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [last]);
  if (!slide) return null;

  const release = (event: React.PointerEvent<HTMLDivElement>) => {
    const from = start.current;
    start.current = undefined;
    if (!from) return;
    const moved = event.clientX - from.x;
    if (Math.abs(moved) > SWIPE) return show(index + (moved < 0 ? 1 : -1));
    if (Math.abs(moved) > STILL || Math.abs(event.clientY - from.y) > STILL) return;
    const box = event.currentTarget.getBoundingClientRect();
    show(index + (event.clientX < box.left + box.width / 3 ? -1 : 1));
  };

  return (
    <PlayerColumn ground="fairway">
      <main
        id="content"
        tabIndex={-1}
        className="mown flex flex-1 flex-col px-5 sm:rounded-[1.75rem] pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))] focus:outline-none"
      >
        <section
          aria-roledescription="carousel"
          aria-label={`How ${productName} works`}
          className="flex flex-1 flex-col"
        >
          <div
            className="flex gap-1.5"
            role="progressbar"
            aria-label="Slides"
            aria-valuemin={1}
            aria-valuemax={slides.length}
            aria-valuenow={index + 1}
          >
            {slides.map(({ title }, at) => (
              <span key={title} className="h-1.5 flex-1 overflow-hidden rounded-full bg-white/25">
                <span
                  className={cx(
                    "block h-full rounded-full bg-gold transition-[width] duration-300",
                    at <= index ? "w-full" : "w-0",
                  )}
                />
              </span>
            ))}
          </div>
          <ScreenTitle title={productName} className="mt-4 text-xl!" />
          <div
            className="flex flex-1 cursor-pointer touch-pan-y flex-col select-none"
            onPointerDown={(event) => {
              start.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerUp={release}
            onPointerCancel={() => {
              start.current = undefined;
            }}
          >
            <div
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              aria-live="polite"
              className="flex flex-1 animate-rise flex-col"
            >
              <div className="relative my-4 min-h-56 flex-1 overflow-hidden rounded-[2rem] shadow-card">
                {slide.art}
              </div>
              <h2 className="text-4xl leading-tight font-extrabold tracking-tight">{slide.title}</h2>
              <p className="mt-2 min-h-21 text-on-fairway-soft">{slide.text}</p>
            </div>
          </div>
          <div className="mt-2 flex items-center justify-between">
            <IconButton
              label="Previous slide"
              disabled={index === 0}
              onClick={() => show(index - 1)}
              className="disabled:opacity-30"
            >
              <ChevronLeft aria-hidden className="size-7" />
            </IconButton>
            <div className="flex">
              {slides.map(({ title }, at) => (
                <button
                  key={title}
                  type="button"
                  aria-label={`Slide ${at + 1}: ${title}`}
                  aria-current={at === index}
                  onClick={() => show(at)}
                  className="flex size-10 items-center justify-center rounded-full"
                >
                  <span
                    className={cx(
                      "h-2.5 rounded-full transition-[width,background-color]",
                      at === index ? "w-6 bg-gold" : "w-2.5 bg-white/55",
                    )}
                  />
                </button>
              ))}
            </div>
            <IconButton
              label="Next slide"
              disabled={index === last}
              onClick={() => show(index + 1)}
              className="disabled:opacity-30"
            >
              <ChevronRight aria-hidden className="size-7" />
            </IconButton>
          </div>
        </section>
        <div className="mt-4 grid grid-cols-2 gap-3">
          <ButtonLink
            href={paths.login()}
            variant="secondary"
            className="border-white/70! bg-transparent! text-on-fairway! hover:bg-white/12!"
          >
            Login
          </ButtonLink>
          <ButtonLink href={paths.register()} variant="gold">
            Register
          </ButtonLink>
        </div>
      </main>
    </PlayerColumn>
  );
}
