/** A figure's name that tells, when it is hovered, focused or tapped, what the figure counts. */
import { useId, useRef, type ReactNode } from "react";

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
  const show = () => {
    const [by, shown] = [button.current?.getBoundingClientRect(), tip.current];
    if (!by || !shown || shown.matches(":popover-open")) return;
    shown.showPopover();
    const wide = document.documentElement.clientWidth;
    shown.style.left = `${Math.max(8, Math.min(by.left, wide - shown.offsetWidth - 8)) + window.scrollX}px`;
    shown.style.top = `${by.bottom + window.scrollY}px`;
  };
  const hide = () => {
    // The pointer may go on to the text itself.
    if (!button.current?.matches(":hover, :focus-visible") && !tip.current?.matches(":hover"))
      tip.current?.hidePopover();
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
        onKeyDown={({ key }) => key === "Escape" && tip.current?.hidePopover()}
        className="min-h-6 cursor-help text-left underline decoration-edge decoration-dotted decoration-2 underline-offset-4"
      >
        {children}
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        onPointerLeave={hide}
        className="absolute inset-auto m-0 mt-1 max-w-80 rounded-xl border border-edge bg-fairway-deep px-4 py-3 font-sans text-base font-normal tracking-normal text-on-fairway shadow-card"
      >
        {text}
      </span>
    </span>
  );
}
