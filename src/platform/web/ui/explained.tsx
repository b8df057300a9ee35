/** A figure's name with an explanation of what the figure counts, shown on hover, focus or tap. */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";

interface ExplainedProps {
  /** One or two sentences. */
  text: string;
  /** The figure's name. */
  children: ReactNode;
}

/** @example <Explained text="Accounts created in the period.">Total Users</Explained> */
export function Explained({ text, children }: ExplainedProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const [by, shown] = [button.current?.getBoundingClientRect(), tip.current];
    if (!open || !by || !shown) return;
    // In older browsers without popovers the text is on the page.
    if (typeof shown.showPopover === "function") shown.showPopover();
    const place = ({ left, bottom }: DOMRect) => {
      const wide = document.documentElement.clientWidth;
      shown.style.left = `${Math.max(8, Math.min(left, wide - shown.offsetWidth - 8))}px`;
      shown.style.top = `${bottom}px`;
    };
    place(by);
    // A name that has the focus keeps its text: the focus itself scrolls to a name outside of the window.
    const scrolled = () => {
      if (button.current?.matches(":focus-visible")) place(button.current.getBoundingClientRect());
      else setOpen(false);
    };
    window.addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => {
      window.removeEventListener("scroll", scrolled, { capture: true });
      if (shown.isConnected && typeof shown.hidePopover === "function") shown.hidePopover();
    };
  }, [open]);
  const show = () => setOpen(true);
  const hide = () => {
    // The pointer may move to the text itself.
    if (!button.current?.matches(":hover, :focus-visible") && !tip.current?.matches(":hover")) setOpen(false);
  };
  return (
    <span onPointerLeave={hide} className="inline-block">
      <button
        ref={button}
        type="button"
        aria-describedby={id}
        onPointerEnter={show}
        onFocus={show}
        onClick={show}
        onBlur={hide}
        onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
        className="min-h-6 cursor-help text-left underline decoration-edge decoration-dotted decoration-2 underline-offset-4"
      >
        {children}
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        hidden={!open}
        onPointerLeave={hide}
        className="fixed inset-auto m-0 mt-1 max-w-80 rounded-xl border border-edge bg-fairway-deep px-4 py-3 font-sans text-base font-normal tracking-normal text-on-fairway shadow-card"
      >
        {text}
      </span>
    </span>
  );
}
