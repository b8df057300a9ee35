/** The queue by keyboard: j and k move the focus; v verifies, r rejects and e opens the evidence of that claim. */
import { useEffect, type RefObject } from "react";

/** Marks a claim's row; its buttons carry `data-action`. */
const ROW = "[data-claim]";

/** @param on false turns off single keys, which disturb speech input (WCAG 2.1.4) */
export function useQueueKeys(list: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest("input, textarea, select, dialog, [contenteditable]")) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      const current = target.closest<HTMLElement>(ROW);
      const at = current ? rows.indexOf(current) : -1;
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") {
        const row = key === "j" ? rows[Math.min(at + 1, rows.length - 1)] : rows[Math.max(at - 1, 0)];
        row?.focus({ preventScroll: true });
        row?.scrollIntoView({ block: "nearest" });
      } else if ((key === "v" || key === "r" || key === "e") && !event.repeat) {
        const action = { v: "verify", r: "reject", e: "evidence" }[key];
        current?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, on]);
}
