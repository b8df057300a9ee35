/** A marker's window: name, address, jackpot and directions. It takes the focus, and Escape gives it back. */
import { Navigation, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from "react";
import type { Course } from "../../contract.ts";
import { IconButton } from "#platform/web/ui/button.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { mapWords } from "./map-words.ts";
import type { Camera } from "./surface.ts";

/** Pixels between the window and the map's edge. */
const MARGIN = 10;
/** More at the left, where the map's own buttons are. */
const MARGIN_LEFT = 64;

interface InfoWindowProps {
  course: Course;
  /** The map's element: the window is moved inside it. */
  within: RefObject<HTMLElement | null>;
  camera: Camera | undefined;
  onClose: () => void;
}

export function InfoWindow({ course, within, camera, onClose }: InfoWindowProps) {
  const words = useWords(mapWords);
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    // A map places elements at its own time; when the window has a size, it is on the page.
    const placed = new ResizeObserver(() => {
      if (!element.isConnected) return;
      placed.disconnect();
      if (within.current && camera) moveInside(element, within.current, camera);
      element.focus({ preventScroll: true });
    });
    placed.observe(element);
    return () => placed.disconnect();
  }, [within, camera]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = card.current;
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    element?.addEventListener("keydown", escape);
    return () => element?.removeEventListener("keydown", escape);
  }, []);
  return (
    <div
      ref={card}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className="course-info pointer-events-auto absolute bottom-[78px] left-0 flex w-[min(17rem,100vw-7.5rem)] -translate-x-1/2 cursor-auto flex-col gap-1 rounded-card bg-card p-4 text-lg text-ink shadow-card focus:outline-none focus-visible:outline-3 focus-visible:outline-focus"
    >
      <div className="flex items-start justify-between gap-2">
        <h3 id={id} className="min-w-0 text-xl leading-tight font-bold wrap-anywhere">
          {course.name}
        </h3>
        <IconButton label={words.close} onClick={onClose} className="-mt-2 -mr-2">
          <X aria-hidden className="size-6" />
        </IconButton>
      </div>
      <p className="leading-snug text-ink-soft wrap-anywhere">{course.address}</p>
      <p>
        <Pot dollars={course.jackpotAmount} label={words.jackpot} size="small" />
      </p>
      <a
        href={directionsTo(course)}
        target="_blank"
        rel="noreferrer"
        className="mt-1 inline-flex min-h-11 items-center gap-2 self-start font-semibold text-accent underline decoration-2 underline-offset-4"
      >
        <Navigation aria-hidden className="size-5" />
        {words.directions}
        <span className="sr-only">{words.newTab}</span>
      </a>
    </div>
  );
}

/** A search on a maps service (https://developers.google.com/maps/documentation/urls/get-started): it needs no key. */
function directionsTo({ name, address }: Course): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: `${name}, ${address}` })}`;
}

function moveInside(element: HTMLElement, box: HTMLElement, camera: Camera): void {
  const inner = element.getBoundingClientRect();
  const outer = box.getBoundingClientRect();
  const x = overlap(inner.left - outer.left, outer.right - inner.right, MARGIN_LEFT);
  const y = overlap(inner.top - outer.top, outer.bottom - inner.bottom);
  if (x !== 0 || y !== 0) camera.moveBy(x, y);
}

/** How far the view must move so that neither gap is smaller than its margin; the first gap wins. */
function overlap(before: number, after: number, marginBefore = MARGIN): number {
  if (before < marginBefore) return before - marginBefore;
  return after < MARGIN ? MARGIN - after : 0;
}
