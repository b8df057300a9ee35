/** Draws only the rows of a long list that the window shows, so that ten thousand cost as little as forty. */
import { startTransition, useEffect, useEffectEvent, useState, type RefObject } from "react";
import { usePrinting } from "./printing.ts";

/** Rows drawn above and below the window, so that scrolling meets no gap. */
const SPARE = 6;
/** The drawn part moves on by so many rows at once, so that not every pixel of scrolling renders. */
const STEP = 6;
/** Rows of a list that is drawn for the first time: about those of a window, because they are drawn before it is measured. */
const FIRST = 24;

interface Drawn {
  from: number;
  to: number;
}

/**
 * The rows that a window shows, and some more. Pure.
 * @param top pixels from the window's top to the list's, negative once it is scrolled
 */
export function drawnPart(list: { top: number; rowHeight: number; windowHeight: number }): Drawn {
  const { top, rowHeight, windowHeight } = list;
  const first = Math.floor(-top / rowHeight / STEP) * STEP - SPARE;
  return { from: Math.max(0, first), to: Math.max(0, first + Math.ceil(windowHeight / rowHeight) + STEP + 2 * SPARE) };
}

/**
 * @param body the element of the rows, which all have one height; each carries `data-row`
 * @returns the drawn part; the height in pixels of the rows before and behind it; and how to bring a row into the window
 */
export function useWindowedRows(body: RefObject<HTMLElement | null>, count: number) {
  const [{ rowHeight, isScrolled, ...drawn }, setDrawn] = useState({
    from: 0,
    to: FIRST,
    rowHeight: 64,
    isScrolled: false,
  });
  const measure = () => {
    const list = body.current;
    if (!list) return;
    setDrawn((before) => {
      const height = list.querySelector<HTMLElement>("[data-row]")?.offsetHeight ?? before.rowHeight;
      const { top } = list.getBoundingClientRect();
      const next = drawnPart({ top, rowHeight: height, windowHeight: window.innerHeight });
      const after = { ...next, rowHeight: height, isScrolled: top < 0 };
      return (["from", "to", "rowHeight", "isScrolled"] as const).every((fact) => after[fact] === before[fact])
        ? before
        : after;
    });
  };
  const moved = useEffectEvent(measure);
  useEffect(() => {
    // A key that scrolls far is answered at once, and its rows follow.
    const listen = () => startTransition(() => moved());
    const resized = () => moved();
    resized();
    addEventListener("scroll", listen, { passive: true });
    addEventListener("resize", resized);
    return () => {
      removeEventListener("scroll", listen);
      removeEventListener("resize", resized);
    };
  }, []);
  const isPrinting = usePrinting();
  const from = isPrinting ? 0 : Math.min(drawn.from, count);
  const to = isPrinting ? count : Math.min(drawn.to, count);
  return {
    from,
    to,
    before: from * rowHeight,
    behind: (count - to) * rowHeight,
    /** Whether the first row is above the window. */
    isScrolled,
    /** Scrolls to a row that is not drawn, so that it is. */
    scrollTo: (index: number) => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      scrollBy({ top: top + index * rowHeight - window.innerHeight / 3, behavior: "instant" });
      measure();
    },
  };
}
