/** Draws only the groups of rows near the window, for rows of different heights: a long list costs as much as a short one. */
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { usePrinting } from "./printing.ts";

/** Rows that are drawn and left out together. */
export const GROUP = 5;
/** Pixels above and below the window that are drawn, too. */
const SPARE = 400;
/** The height of a row before any was measured. */
const USUAL = 64;
/** Groups of a list that is drawn for the first time. */
const FIRST = 5;
/** The likely height of a group is kept as long as the measured ones differ from it by at most this part. */
const TOLERANCE = 0.1;

interface Drawn {
  /** The first group that is drawn, and the first one behind. */
  from: number;
  to: number;
  /** The heights in pixels of the groups before and behind. */
  before: number;
  behind: number;
}

/**
 * The groups that a window shows. Pure.
 * @param top pixels from the window's top to the list's, negative once it is scrolled
 * @param heightOf a group, as it was measured or as it is likely
 */
export function drawnGroups(list: {
  top: number;
  windowHeight: number;
  groups: number;
  heightOf: (group: number) => number;
}): Drawn {
  const { top, windowHeight, groups, heightOf } = list;
  let [from, to, before, behind] = [groups, groups, 0, 0];
  let y = top;
  for (let group = 0; group < groups; group++) {
    const height = heightOf(group);
    const isNear = y + height > -SPARE && y < windowHeight + SPARE;
    if (isNear && from === groups) from = group;
    if (from === groups) before += height;
    else if (!isNear) {
      to = Math.min(to, group);
      behind += height;
    }
    y += height;
  }
  // A list far below the window shows its first rows to those who read without scrolling.
  if (from === groups && groups > 0 && top > 0) return { from: 0, to: 1, before: 0, behind: before - heightOf(0) };
  // A window that is beyond the end of a list that became shorter shows its end.
  if (from === groups && groups > 0)
    return { from: groups - 1, to: groups, before: before - heightOf(groups - 1), behind: 0 };
  return { from, to, before, behind };
}

/**
 * The height of a group that was not measured yet. Pure. It stays while it is about right: far down in a list a pixel
 * more for each group above moves the window to other rows, which would be drawn, measured, and moved again.
 * @param before as it was taken last
 */
export function likelyHeight(heights: readonly number[], before: number): number {
  if (heights.length === 0) return before;
  const mean = heights.reduce((sum, one) => sum + one, 0) / heights.length;
  return Math.abs(mean - before) > TOLERANCE * before ? mean : before;
}

/**
 * @param table its element with `data-start` is where the list begins; each drawn group carries its number as `data-group`
 * @param count the rows of the list
 */
export function useWindowedGroups(table: RefObject<HTMLElement | null>, count: number): Drawn {
  const groups = Math.ceil(count / GROUP);
  // A short list is drawn whole, and never measured: what measures lays out the page while it is still being changed.
  const isShort = groups <= FIRST;
  const known = useRef(new Map<number, number>());
  const usual = useRef(USUAL * GROUP);
  const [drawn, setDrawn] = useState<Drawn>({ from: 0, to: FIRST, before: 0, behind: 0 });
  const isPrinting = usePrinting();
  const measure = () => {
    if (isShort) return;
    const start = table.current?.querySelector("[data-start]");
    if (!start) return;
    for (const group of table.current?.querySelectorAll<HTMLElement>("[data-group]") ?? [])
      // In a fold that is closed it has no height.
      if (group.offsetHeight > 0) known.current.set(Number(group.dataset["group"]), group.offsetHeight);
    usual.current = likelyHeight([...known.current.values()], usual.current);
    const heightOf = (group: number) => known.current.get(group) ?? usual.current;
    const next = drawnGroups({ top: start.getBoundingClientRect().top, windowHeight: innerHeight, groups, heightOf });
    setDrawn((last) =>
      (["from", "to", "before", "behind"] as const).every((fact) => Math.abs(last[fact] - next[fact]) < 1)
        ? last
        : next,
    );
  };
  const moved = useEffectEvent(measure);
  useEffect(() => {
    // A key that scrolls far is answered at once, and its rows follow.
    const listen = () => startTransition(() => moved());
    const resized = () => {
      // Rows wrap differently in another width.
      known.current.clear();
      moved();
    };
    // A list may scroll in a part of the page, whose scrolling does not bubble.
    addEventListener("scroll", listen, { passive: true, capture: true });
    addEventListener("resize", resized);
    return () => {
      removeEventListener("scroll", listen, { capture: true });
      removeEventListener("resize", resized);
    };
  }, []);
  // Rows that came, or were drawn for the first time, are measured before anybody sees the page.
  useLayoutEffect(() => moved());
  if (isPrinting || isShort) return { from: 0, to: groups, before: 0, behind: 0 };
  const to = Math.min(drawn.to, groups);
  return { ...drawn, from: Math.min(drawn.from, Math.max(0, to - 1)), to };
}
