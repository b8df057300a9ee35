/** `/landing`: what the product is, for people who have never heard of it. Prerendered; readable without scripts. */
import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { RangeScenery } from "#platform/web/ui/scenery.tsx";
import { ScreenTitle, SkipLink } from "#platform/web/ui/title.tsx";
import { useWords } from "#platform/web/words.ts";
import { BallInFlight } from "./ball-in-flight.tsx";
import { CourseRequest } from "./course-request.tsx";
import { DemoCarousel } from "./demo-carousel.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Figures } from "./figures.tsx";
import { ForRanges } from "./for-ranges.tsx";
import { LandingFooter } from "./landing-footer.tsx";
import { LandingHeader } from "./landing-header.tsx";
import { landingWords } from "./landing-words.ts";
import { SectionTitle } from "./section-title.tsx";

export function LandingScreen() {
  const words = useWords(landingWords);
  return (
    <div className="min-h-dvh bg-paper text-lg">
      <SkipLink />
      <LandingHeader />
      <main id="content" tabIndex={-1} className="focus:outline-none">
        <div className="mown bg-fairway text-on-fairway [--focus:#ffd35c]">
          <div className="mx-auto grid max-w-280 items-center gap-8 px-5 pt-6 pb-10 sm:px-8 lg:grid-cols-2 lg:pt-12 lg:pb-16">
            <div className="flex min-w-0 flex-col gap-5">
              <ScreenTitle title={words.title} className="text-4xl! sm:text-5xl!" />
              <p className="text-xl text-on-fairway-soft">{words.lead}</p>
              <div className="flex flex-wrap gap-3">
                <ButtonLink href={paths.app()} variant="gold" size="bay" className="max-sm:w-full">
                  {words.start}
                </ButtonLink>
                <a
                  href="#demo"
                  className="inline-flex min-h-18 items-center justify-center rounded-3xl border-2 border-white/70 px-6 text-center text-xl leading-tight font-semibold hover:bg-white/12 max-sm:w-full"
                >
                  {words.watch}
                </a>
              </div>
            </div>
            <div className="relative aspect-16/10 overflow-hidden rounded-[2rem] shadow-card">
              <RangeScenery className="absolute inset-0 size-full" />
              <BallInFlight className="absolute inset-0 size-full" />
            </div>
          </div>
        </div>
        <div className="mx-auto flex max-w-280 flex-col gap-16 px-5 py-10 sm:px-8 lg:gap-24 lg:py-16">
          <Figures />
          <section id="demo" tabIndex={-1} aria-labelledby="demo-title" className="focus:outline-none">
            <SectionTitle id="demo-title">{words.demoTitle}</SectionTitle>
            <DemoCarousel />
          </section>
          <Features />
          <ForRanges />
          <CourseRequest />
          <section id="faq" tabIndex={-1} aria-labelledby="faq-title" className="focus:outline-none">
            <Faq />
          </section>
        </div>
        <section
          aria-labelledby="closing-title"
          className="mown bg-fairway px-5 py-14 text-center text-on-fairway [--focus:#ffd35c] sm:px-8"
        >
          <h2 id="closing-title" className="text-3xl font-extrabold tracking-tight sm:text-4xl">
            {words.closing}
          </h2>
          <p className="mx-auto mt-3 mb-6 max-w-prose text-on-fairway-soft">{words.closingAbout}</p>
          <ButtonLink href={paths.app()} variant="gold" size="bay" className="max-sm:w-full">
            {words.download}
          </ButtonLink>
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}
