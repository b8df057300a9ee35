/** Toasts: one at a time, the spec's texts and durations. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, type RefObject } from "react";
import { toast, Toaster } from "sonner";
import { cx } from "./cx.ts";

interface Notice {
  title: string;
  description?: string | undefined;
  /** `error` is the spec's destructive variant. */
  variant?: "plain" | "error";
  /** Milliseconds; the spec knows 3000 and 5000. */
  duration?: 3000 | 5000;
}

/** @example notify({ title: "Copied!", description: "Your User ID has been copied to clipboard." }); */
export function notify({ title, description, variant = "plain", duration = 3000 }: Notice): void {
  toast.dismiss();
  toFront();
  toast.custom(
    () => (
      <div
        className={cx(
          "flex w-[min(24rem,calc(100vw-1.5rem))] gap-3 rounded-2xl p-4 font-sans text-lg shadow-card",
          variant === "error" ? "bg-danger text-on-danger" : "bg-ink text-paper",
        )}
      >
        {variant === "error" ? (
          <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0" />
        )}
        <div className="min-w-0 flex-1">
          <p className="font-bold">{title}</p>
          {description && <p className="wrap-anywhere">{description}</p>}
        </div>
      </div>
    ),
    { duration },
  );
}

/** Takes the toast away: its cause is gone. */
export function clearNotice(): void {
  toast.dismiss();
}

const LAYER = "toasts";

/** A modal sheet stands in the browser's top layer: only what joins that layer later is seen over it. */
function toFront(): void {
  const layer = document.getElementById(LAYER);
  // Older browsers know no popovers: there the toast stands in the page.
  if (!layer || typeof layer.showPopover !== "function") return;
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}

/** Of the window's height: further down a toast would be in the way of what is under the element. */
const LOWEST = 0.4;

/** Toasts stand below this element while it is there; over an open sheet they stand at the top (theme.css). */
export function useToastsBelow(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const place = () => {
      const bottom = element.current?.getBoundingClientRect().bottom ?? 0;
      root.style.setProperty("--toast-top", `${Math.round(Math.min(bottom, window.innerHeight * LOWEST)) + 8}px`);
    };
    place();
    const sizes = new ResizeObserver(place);
    if (element.current) sizes.observe(element.current);
    window.addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      window.removeEventListener("resize", place);
      root.style.removeProperty("--toast-top");
    };
  }, [element]);
}

/** Once, at the root. */
export function Toasts() {
  return (
    <div id={LAYER} popover="manual" className="m-0 block size-0 overflow-visible border-0 bg-transparent p-0">
      <Toaster
        position="top-center"
        visibleToasts={1}
        offset={{ top: "var(--toast-top, 16px)" }}
        mobileOffset={{ top: "var(--toast-top, 12px)", left: 12, right: 12 }}
        style={{ "--width": "24rem" } as React.CSSProperties /* sonner's own variable */}
      />
    </div>
  );
}
