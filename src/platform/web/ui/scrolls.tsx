/** A part of a page with its own scrolling. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface ScrollsProps {
  /** Its name, for people who reach it by the keyboard. */
  label: string;
  /** Its greatest size. */
  className?: string;
  children: ReactNode;
}

export function Scrolls({ label, className, children }: ScrollsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Without it the keyboard could not scroll it.
    <div role="region" aria-label={label} tabIndex={0} className={cx("relative overflow-auto", className)}>
      {children}
    </div>
  );
}
