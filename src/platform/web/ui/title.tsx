/** A screen's h1. It sets the document's title, and takes the focus when the player comes from another screen. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useFrame } from "../frame.tsx";
import { useLanguage, useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

let firstScreen = true;

interface ScreenTitleProps {
  /** The document's title, before the product's name; also the heading unless `children` say otherwise. */
  title: string;
  children?: ReactNode;
  className?: string;
  /** Another title is another screen, unless this says that it is the same: then the focus stays where it is. */
  screen?: string | undefined;
}

export function ScreenTitle({ title, children, className, screen = title }: ScreenTitleProps) {
  const { productName } = useFrame();
  useEffect(() => {
    document.title = title === productName ? title : `${title} · ${productName}`;
  }, [title, productName]);
  // In another language the same screen has another title: the focus stays on the button that changed it.
  const [language] = useLanguage();
  const [shown, setShown] = useState({ screen, language, times: 0 });
  if (shown.screen !== screen || shown.language !== language)
    setShown({ screen, language, times: shown.times + (shown.language === language ? 1 : 0) });
  return (
    <Heading key={shown.times} className={className}>
      {children ?? title}
    </Heading>
  );
}

function Heading({ children, className }: { children: ReactNode; className: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A reload leaves the focus to the browser. A change of screen moves it here, so that screen readers announce the
    // screen.
    if (!firstScreen) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    firstScreen = false;
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cx("text-3xl leading-tight font-extrabold tracking-tight wrap-anywhere", className)}
    >
      {children}
    </h1>
  );
}

export function SkipLink() {
  return (
    <a
      href="#content"
      className="print:hidden fixed top-2 left-1/2 z-50 -translate-x-1/2 -translate-y-[calc(100%+1rem)] rounded-xl bg-gold px-5 py-3 font-semibold text-on-gold shadow-card focus:translate-y-0"
      onClick={(event) => {
        // Without a change of the address, because a hash would be a step in the history.
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {useWords(kitWords).skip}
    </a>
  );
}
