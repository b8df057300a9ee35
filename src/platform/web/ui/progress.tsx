/** Progress: a bar, a badge for a status, and a line of steps like a parcel's. */
import { Check, CircleCheck, CircleX, Clock3, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

interface ProgressProps {
  value: number;
  max: number;
  /** The text for screen readers: "Step 1 of 3". */
  label: string;
  /** On the green header band or on paper. */
  on?: "band" | "paper";
}

export function Progress({ value, max, label, on = "paper" }: ProgressProps) {
  return (
    <div
      role="progressbar"
      data-bar
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cx("h-2 overflow-hidden rounded-full", on === "band" ? "bg-white/25" : "bg-sunk")}
    >
      <div
        className={cx("h-full rounded-full transition-[width] duration-500", on === "band" ? "bg-gold" : "bg-accent")}
        style={{ width: `${(100 * value) / max}%` }}
      />
    </div>
  );
}

const badges = {
  waiting: { looks: "bg-gold-tint text-gold-text", Icon: Clock3 },
  good: { looks: "bg-tint text-accent", Icon: CircleCheck },
  bad: { looks: "bg-danger-tint text-danger", Icon: CircleX },
  neutral: { looks: "bg-sunk text-ink-soft", Icon: Minus },
} as const;

/** @example <StatusBadge tone="waiting">Pending</StatusBadge> */
export function StatusBadge({ tone, children }: { tone: keyof typeof badges; children: ReactNode }) {
  const { looks, Icon } = badges[tone];
  return (
    <span
      className={cx("inline-flex items-center gap-1.5 rounded-full px-3 py-1 font-semibold whitespace-nowrap", looks)}
    >
      <Icon aria-hidden className="size-4.5" strokeWidth={2.5} />
      {children}
    </span>
  );
}

export interface LineStep {
  label: string;
  state: "done" | "current" | "todo" | "failed";
  /** Under the label: when, or what it waits for. */
  note?: ReactNode;
}

const stateWords = { done: "done", current: "current", todo: "todo", failed: "notPassed" } as const;

/** The steps of a claim: submitted, reviewing, verified, paid. */
export function ProgressLine({ steps }: { steps: readonly LineStep[] }) {
  const words = useWords(kitWords);
  return (
    <ol>
      {steps.map((step, index) => (
        <li
          key={step.label}
          className="relative flex gap-4 pb-6 last:pb-0"
          {...(step.state === "current" ? { "aria-current": "step" as const } : {})}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                "absolute top-8 bottom-0 left-[0.9375rem] w-0.5",
                step.state === "done" ? "bg-accent" : "bg-line",
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              "flex size-8 shrink-0 items-center justify-center rounded-full border-2",
              step.state === "done" && "border-accent bg-accent text-on-accent",
              step.state === "current" && "border-gold bg-gold text-on-gold",
              step.state === "todo" && "border-edge",
              step.state === "failed" && "border-danger bg-danger text-on-danger",
            )}
          >
            {step.state === "done" && <Check className="size-5" strokeWidth={3} />}
            {step.state === "current" && <span className="size-2.5 rounded-full bg-current" />}
            {step.state === "failed" && <X className="size-5" strokeWidth={3} />}
          </span>
          <span className="flex min-w-0 flex-col">
            <span className={cx("font-bold", step.state === "todo" && "text-ink-soft")}>
              {step.label}
              <span className="sr-only"> ({words[stateWords[step.state]]})</span>
            </span>
            {step.note && <span className="text-ink-soft">{step.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
