/** Toasts: one at a time, the spec's texts and durations. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { createStore, useStore } from "../store.ts";
import { cx } from "./cx.ts";

export interface ToastText {
  title: string;
  description?: string | undefined;
  /** `error` is the spec's destructive variant. */
  variant?: "plain" | "error";
  /** Milliseconds; the spec has 3000 and 5000. */
  duration?: 3000 | 5000;
}

/** The build prerenders no toast. */
const shown = createStore<(ToastText & { number: number }) | undefined>(undefined);
let count = 0;

/**
 * Shows a toast in place of the present one.
 * @example notify({ title: "Copied!", description: "Your User ID has been copied to clipboard." });
 */
export function notify(notice: ToastText): void {
  toFront();
  shown.set({ ...notice, number: ++count });
}

/** Removes the toast, because its cause is gone. */
export function clearNotice(): void {
  shown.set(undefined);
}

/** Removes the toast of a problem when the next step is shown. The toast of a success stays. */
export function clearProblem(): void {
  if (shown.get()?.variant === "error") clearNotice();
}

const LAYER = "toasts";

/** A modal sheet is in the browser's top layer. Only an element that enters that layer later is shown over it. */
function toFront(): void {
  place();
  const layer = document.getElementById(LAYER);
  // In older browsers without popovers the toast is on the page.
  if (!layer || typeof layer.showPopover !== "function") return;
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}

/** The bars at the bottom of the window, the uppermost last. */
const bars: Element[] = [];

/** Toasts appear above this bar while it is shown; on pages without one, such as the desk's, at the top. */
export function useToastsAbove(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    bars.push(element);
    const sizes = new ResizeObserver(place);
    // The observer also reports the first size.
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      bars.splice(bars.indexOf(element), 1);
      place();
    };
  }, [bar]);
}

function place(): void {
  // On the page's root, the value would be handed down to every element, and each of them styled again.
  const style = document.getElementById(LAYER)?.style;
  // A sheet's bar may lie higher than the window's edge. One that is hidden has the place 0.
  const top = bars.at(-1)?.getBoundingClientRect().top;
  style?.setProperty("--toast-bottom", top === undefined ? "auto" : `${innerHeight - (top || innerHeight) + 4}px`);
}

/** Used once, at the root. A toast goes after its time, unless somebody points at it or looks away, or at a tap. */
export function Toasts() {
  const toast = useStore(shown);
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number>();
  const isHeld = toast !== undefined && held === toast.number;
  useEffect(() => {
    if (!toast || isHeld) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(clearNotice, toast.duration ?? 3000);
    };
    run();
    document.addEventListener("visibilitychange", run);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [toast, isHeld]);
  useEffect(() => {
    // After the form that failed has shown its first problem. Without that file the toast stays at the bottom.
    if (toast)
      void import("./toast-place.ts").then(
        ({ placeFree }) => requestAnimationFrame(() => placeFree(layer.current)),
        () => {},
      );
  }, [toast]);
  return (
    <div
      ref={layer}
      id={LAYER}
      popover="manual"
      aria-live="polite"
      className="toasts fixed inset-x-3 block w-auto max-w-96 overflow-visible bg-transparent"
    >
      {toast && (
        <Toast
          key={toast.number}
          notice={toast}
          onPointerEnter={() => setHeld(toast.number)}
          onPointerLeave={() => setHeld(undefined)}
        />
      )}
    </div>
  );
}

interface ToastProps {
  notice: ToastText;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

function Toast({ notice: { title, description, variant }, ...pointer }: ToastProps) {
  const Icon = variant === "error" ? CircleAlert : CircleCheck;
  return (
    <div
      {...pointer}
      onPointerUp={clearNotice}
      className={cx(
        "flex animate-rise gap-3 rounded-2xl px-4 py-2 font-sans text-lg shadow-card short:text-base",
        variant === "error" ? "bg-danger text-on-danger" : "bg-ink text-paper",
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-bold">{title}</p>
        {description && <p className="wrap-anywhere">{description}</p>}
      </div>
    </div>
  );
}
