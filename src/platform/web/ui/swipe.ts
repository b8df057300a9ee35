/** Taps and swipes on a slide, by finger, pen or mouse. */
import { useRef } from "react";

/** A swipe moves more than this many pixels. */
const SWIPE = 50;
/** A tap moves less than this. */
const STILL = 10;

interface SwipeOptions {
  /** `1` goes to the next (the finger went left), `-1` back. */
  onSwipe: (by: 1 | -1) => void;
  /** `part` is where the tap was, from 0 (left edge) to 1 (right edge). */
  onTap?: (part: number) => void;
}

/** Handlers for the element, which also needs `touch-action: pan-y`, or the browser takes the swipe itself. */
export function useSwipe({ onSwipe, onTap }: SwipeOptions) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: (event: React.PointerEvent) => {
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: React.PointerEvent) => {
      const from = start.current;
      start.current = undefined;
      if (!from) return;
      const moved = event.clientX - from.x;
      if (Math.abs(moved) > SWIPE) return onSwipe(moved < 0 ? 1 : -1);
      if (Math.abs(moved) > STILL || Math.abs(event.clientY - from.y) > STILL) return;
      const box = event.currentTarget.getBoundingClientRect();
      onTap?.((event.clientX - box.left) / box.width);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
