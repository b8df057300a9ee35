/** Surfaces: each for one topic, never one inside another. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CardProps {
  /** An h2 over the content. */
  title?: ReactNode;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={cx("rounded-card bg-card p-5 shadow-card", className)}>
      {(title || aside) && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          {title && (
            <h2 className="min-w-0 flex-[1_1_10rem] text-2xl font-bold tracking-tight wrap-anywhere">{title}</h2>
          )}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** The green plate with mown stripes: for the pot, the clock and other facts that people read from two metres away. */
export function Plate({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("mown rounded-card bg-fairway p-5 text-on-fairway", className)}>{children}</div>;
}

/** Lines like a scorecard's: label left, value right, with rules between. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3 first:pt-0 last:pb-0">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="tabular flex-[1_1_5rem] text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
