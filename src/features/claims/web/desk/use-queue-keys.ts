/** The queue by keyboard: j and k move the focus; v verifies, r rejects and e opens the evidence of that claim. */
import { useEffect, useRef, type RefObject } from "react";

/** Marks a claim's row; its buttons carry `data-action`. */
const ROW = "[data-claim]";
/** Where a letter is typed or chooses something. A checkbox, such as that of the shortcuts, needs no letter. */
const TYPING = "input:not([type=checkbox]), textarea, select, dialog, [contenteditable]";

/** @param on false turns off single keys, which disturb speech input (WCAG 2.1.4) */
export function useQueueKeys(list: RefObject<HTMLElement | null>, on: boolean): void {
  /** The claim that had the focus last: a key is for it, also after a click beside the list. */
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!on) return;
    const remember = ({ target }: FocusEvent) => {
      last.current = (target instanceof Element && target.closest<HTMLElement>(ROW)?.dataset["claim"]) || last.current;
    };
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest(TYPING)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      const current = target.closest<HTMLElement>(ROW) ?? rows.find(({ dataset }) => dataset["claim"] === last.current);
      const at = current ? rows.indexOf(current) : -1;
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") {
        show(key === "j" ? rows[Math.min(at + 1, rows.length - 1)] : rows[Math.max(at - 1, 0)]);
      } else if ((key === "v" || key === "r" || key === "e") && !event.repeat) {
        const action = { v: "verify", r: "reject", e: "evidence" }[key];
        // Before a claim was looked at, the key only shows which one it would be for.
        show(current ?? rows[0]);
        current?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("focusin", remember);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("focusin", remember);
      document.removeEventListener("keydown", press);
    };
  }, [list, on]);
}

function show(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
