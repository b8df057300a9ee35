/** A full-height sheet over the screen: a native modal dialog, so focus is trapped, returned, and Escape closes. */
import { X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { useWords } from "../words.ts";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { useFocusKept } from "./focus.ts";
import { useToastsAbove } from "./toast.tsx";
import { kitWords } from "./words.ts";

interface SheetProps {
  open: boolean;
  /** Called by the X, Escape and a tap beside the sheet. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom: the sheet's buttons. */
  footer?: ReactNode;
  /** `false` while nothing may interrupt: no X, no Escape. */
  closable?: boolean;
  /** `full` is the claim's full height; `fit` is as high as its content; `dialog` is a centred box (admin). */
  size?: "full" | "fit" | "dialog";
  /** Takes the focus in place of the title, for a sheet whose one field is why it was opened. */
  focusOn?: RefObject<HTMLElement | null>;
}

const shapes = {
  full: "max-w-110 h-dvh max-h-dvh sm:h-[calc(100dvh-3rem)] sm:my-auto sm:rounded-[1.75rem]",
  fit: "max-w-110 mb-0 mt-auto max-h-[92dvh] rounded-t-[1.75rem] sm:my-auto sm:rounded-[1.75rem]",
  // The desk's dialogs grow with the window.
  dialog: "max-w-110 lg:max-w-140 2xl:max-w-180 my-auto max-h-[92dvh] rounded-[1.75rem]",
};

/** @example <Sheet open={claiming} onClose={stop} title="Claim Your Prize" footer={<Button wide>Confirm</Button>}>…</Sheet> */
export function Sheet({ open, onClose, title, children, footer, closable = true, size = "fit", focusOn }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const words = useWords(kitWords);
  useFocusKept(dialog, heading);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      (focusOn ?? heading).current?.focus();
    } else if (!open && element.open) element.close();
  }, [open, focusOn]);
  useLayoutEffect(() => {
    const element = dialog.current;
    // A sheet that is removed while it is open gives the focus back, too.
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const cancel = (event: Event) => {
      // It closes anyway, and `closed` answers that.
      if (!event.cancelable) return;
      event.preventDefault();
      if (closable) onClose();
    };
    // A tap on the dialog itself, and not on its content, is a tap on the backdrop.
    const tap = (event: Event) => {
      if (closable && event.target === element) onClose();
    };
    // Browsers send a cancel event only once: a second Escape closes without it.
    const closed = () => {
      if (!open || !element.isConnected) return;
      // It stays, unless it may close and `onClose` agrees.
      element.showModal();
      if (closable) onClose();
    };
    element.addEventListener("cancel", cancel);
    element.addEventListener("close", closed);
    element.addEventListener("click", tap);
    return () => {
      element.removeEventListener("cancel", cancel);
      element.removeEventListener("close", closed);
      element.removeEventListener("click", tap);
    };
  }, [open, closable, onClose]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={cx(
        // A column without heights in percent: WebKit reads a percentage of a height that fits its content as 0.
        "mx-auto w-full low:max-w-180 flex-col bg-paper p-0 text-lg text-ink shadow-card ring-1 ring-line backdrop:bg-fairway-deep/70 open:flex open:animate-rise",
        shapes[size],
      )}
    >
      {open && (
        <div className="flex min-h-0 flex-auto flex-col">
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <h2
              id={id}
              ref={heading}
              tabIndex={-1}
              className="min-w-0 pt-2 text-2xl font-bold tracking-tight wrap-anywhere"
            >
              {title}
            </h2>
            {closable && (
              <IconButton label={words.close} onClick={onClose}>
                <X aria-hidden className="size-6" />
              </IconButton>
            )}
          </div>
          {/* Scrolled by keyboard, too, where nothing in it takes the focus. */}
          <div
            role="group"
            aria-labelledby={id}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
            tabIndex={0}
            // Without a place of its own, hidden legends in it would lengthen the sheet, which then scrolls as a whole.
            className="relative min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 pt-2 pb-6 -outline-offset-3!"
          >
            {children}
          </div>
          {footer && <SheetBar>{footer}</SheetBar>}
        </div>
      )}
    </dialog>
  );
}

function SheetBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useToastsAbove(bar);
  return (
    <div
      ref={bar}
      // On its side a phone has width and no height: the buttons stand side by side.
      className="flex flex-col gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] low:flex-row low:items-center low:py-2 low:*:flex-1"
    >
      {children}
    </div>
  );
}
