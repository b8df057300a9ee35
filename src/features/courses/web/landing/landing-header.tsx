/** The landing page's header: the ways in for visitors, and the way back to the game for golfers who are signed in. */
import { useSyncExternalStore } from "react";
import { Link } from "wouter";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { remembersPlayer } from "#platform/web/remembers-player.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";

export function LandingHeader() {
  const { productName } = useFrame();
  const words = useWords(landingWords);
  // The page as prerendered is the visitors'.
  const isSignedIn = useSyncExternalStore(unchanging, remembersPlayer, () => false);
  return (
    <header className="mown bg-fairway text-on-fairway [--focus:#ffd35c]">
      <div className="mx-auto flex min-h-16 max-w-280 flex-wrap items-center gap-x-1 px-5 sm:px-8">
        <Link
          href={paths.home()}
          className="mr-auto inline-flex min-h-12 min-w-0 items-center font-display text-xl font-extrabold tracking-tight wrap-anywhere"
        >
          {productName}
        </Link>
        <nav aria-label={words.pageParts} className="hidden sm:flex">
          <a href="#demo" className={looks}>
            {words.demo}
          </a>
          <a href="#faq" className={looks}>
            {words.faq}
          </a>
        </nav>
        {isSignedIn ? (
          <Link href={paths.app()} className={framed}>
            {words.play}
          </Link>
        ) : (
          <>
            <Link href={paths.login()} className={looks}>
              {words.login}
            </Link>
            <Link href={paths.register()} className={framed}>
              {words.register}
            </Link>
          </>
        )}
      </div>
    </header>
  );
}

const unchanging = () => () => undefined;

const looks = "inline-flex min-h-12 items-center rounded-full px-1 sm:px-3 font-semibold hover:bg-white/12";
const framed = cx(looks, "border-2 border-white/70 px-2.5 sm:px-5");
