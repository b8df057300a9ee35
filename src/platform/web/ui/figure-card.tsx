/** A figure that people can read across the room: its name, its value, and a comparison. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";
import { cx } from "./cx.ts";
import { Explained } from "./explained.tsx";

interface FigureCardProps {
  label: string;
  /** What the figure counts. */
  about: string;
  value: string;
  /** Shown beside it: today's part, the month before, what waits. */
  note?: ReactNode;
  /** The figure of the period before, named. */
  before?: string | undefined;
  /** Highlights it: something waits to be done. */
  strong?: boolean;
  /** The link of the whole card; `action` is its text. */
  href?: Path;
  action?: string;
}

export function FigureCard({ label, about, value, note, before, strong = false, href, action }: FigureCardProps) {
  return (
    <div
      className={cx(
        "relative flex min-w-0 flex-col gap-1 rounded-card p-5 shadow-card",
        strong ? "bg-gold text-on-gold" : "bg-card",
        href &&
          "hover:outline-2 hover:outline-edge has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-focus",
      )}
    >
      <p className={cx("relative z-1 self-start", !strong && "text-ink-soft")}>
        <Explained text={about}>{label}</Explained>
      </p>
      <p
        className={cx(
          "tabular font-display font-extrabold tracking-tight wrap-anywhere",
          // An amount of millions fits half of a phone's width.
          value.length > 9 ? "text-lg sm:text-3xl 2xl:text-4xl" : "text-2xl sm:text-3xl 2xl:text-4xl",
        )}
      >
        {value}
      </p>
      {note && <p className={cx("tabular", !strong && "text-ink-soft")}>{note}</p>}
      {before && <p className={cx("tabular text-base", !strong && "text-ink-soft")}>{before}</p>}
      {href && (
        <Link
          href={href}
          className="mt-1 self-start font-semibold underline underline-offset-4 after:absolute after:inset-0 print:hidden"
        >
          {action}
        </Link>
      )}
    </div>
  );
}
